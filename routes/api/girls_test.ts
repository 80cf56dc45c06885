/** The calls about ladies and countries: what they answer, to whom, and how filters narrow. */
import { expect } from "expect";
import type { LadyRecord } from "../../kv/ladies/record.ts";
import { keys } from "../../kv/store/keys.ts";
import { testApp, type TestSite } from "../testing/site.ts";
import { read, refused } from "./testing/calls.ts";

type Girl = Record<string, unknown> & { id: number; name: string; age: number };
interface Girls {
  girls: Girl[];
  totalCount: number;
}

const olenasFacts: Partial<LadyRecord> = {
  heightCm: 171,
  weightKg: 56,
  hairColor: "light_brown",
  eyeColor: "green",
  maritalStatus: "never",
  childrenNumber: 0,
  education: "university_degree",
  religion: "christian",
  smoking: "no",
  drinking: "socially",
  englishRating: "fluent",
  lookingFor: ["serious", "marriage"],
};

async function withLadies(site: TestSite) {
  const olena = await site.addLady({ firstname: "Olena", birthdate: "1994-05-17" }, {
    firstname: "Olena",
    ...olenasFacts,
  });
  const daria = await site.addLady(
    { firstname: "Daria", birthdate: "1988-11-02", countryId: 643, city: "Kazan" },
    { firstname: "Daria", hairColor: "brown", heightCm: 160 },
  );
  const hidden = await site.addLady({ firstname: "Hanna" }, { firstname: "Hanna", isPublished: false });
  return { olena, daria, hidden };
}

const namesOf = async (site: TestSite, query: string) =>
  (await read<Girls>(site.visitor().call("GET", `/api/girls?${query}`))).girls.map(({ name }) => name).sort();

Deno.test("a guest finds the published ladies, each with every attribute of the contract, born in a year alone", async () => {
  await using site = await testApp();
  const { olena } = await withLadies(site);
  for (const path of ["/api/girls", "/api/girls/"]) {
    const answer = await read<Girls>(site.visitor().call("GET", path));
    expect(Object.keys(answer).sort()).toEqual(["girls", "totalCount"]);
    expect([answer.totalCount, answer.girls.length]).toEqual([2, 2]);
    const girl = answer.girls.find(({ id }) => id === olena.id)!;
    expect(girl).toMatchObject({
      userId: olena.id,
      name: "Olena",
      age: 31,
      birthdate: "1994",
      country: { id: 804, name: "烏克蘭" },
      city: "利維夫",
      isOnline: false,
      isNew: true,
      height: 171,
      weight: 56,
      hairColor: "light_brown",
      eyeColor: "green",
      englishRating: "fluent",
      childrenNumber: 0,
      maritalStatus: "never",
      lookingFor: ["serious", "marriage"],
      education: "university_degree",
      religion: "christian",
      smoking: "no",
      drinking: "socially",
      zodiacSign: "taurus",
      profession: null,
    });
    expect(Object.keys(girl.mainphoto as object)).toEqual(expect.arrayContaining(["path", "pathOfQuad", "sizes"]));
    expect(girl).not.toHaveProperty("birthday");
  }
});

Deno.test("James, who is signed in, also sees birthdays; one lady is answered as girl", async () => {
  await using site = await testApp();
  const { olena } = await withLadies(site);
  const james = await site.visitorAs(await site.addMan());
  for (const slash of ["", "/"]) {
    const { girl, ...rest } = await read<{ girl: Girl }>(james.call("GET", `/api/girls/${olena.id}${slash}`));
    expect(rest).toEqual({});
    expect(girl).toMatchObject({ id: olena.id, birthdate: "1994", birthday: "05-17" });
  }
  const { girl } = await read<{ girl: Girl }>(site.visitor().call("GET", `/api/girls/${olena.id}`));
  expect(girl).not.toHaveProperty("birthday");
});

Deno.test("unpublished ladies, men and whatever is no id are not found", async () => {
  await using site = await testApp();
  const { hidden } = await withLadies(site);
  const man = await site.addMan();
  const odd = [
    "0",
    "-1",
    "1e3",
    "0x10",
    "9007199254740993",
    "%D9%A9",
    "null",
    "1.5",
    "%00",
    "..%2f",
    "%E0%A4%A",
    "9".repeat(400),
  ];
  for (const id of [hidden.id, man.id, 999_999, ...odd]) {
    await refused(site.visitor().call("GET", `/api/girls/${id}`), 404, "not_found");
  }
});

Deno.test("ladies are hidden from ladies, but Olena finds herself", async () => {
  await using site = await testApp();
  const { olena, daria } = await withLadies(site);
  const asOlena = await site.visitorAs(olena);
  await refused(asOlena.call("GET", "/api/girls"), 403, "wrong_role");
  await refused(asOlena.call("GET", `/api/girls/${daria.id}`), 403, "wrong_role");
  await read(asOlena.call("GET", `/api/girls/${olena.id}`));
});

Deno.test("every filter of the specification narrows the search under its own name", async () => {
  await using site = await testApp();
  const { olena } = await withLadies(site);
  const olenaAlone = [
    "countryId=804",
    "firstname=olen",
    `id=${olena.id}`,
    "birthdateFrom=1990-01-01",
    "birthdateFrom=1994-05-17&birthdateTo=1994-05-17",
    "ageTo=31",
    "ageFrom=18&ageTo=35",
    "heightFrom=165",
    "heightFrom=171&heightTo=171",
    "weightTo=60",
    "hairColor=light_brown",
    "hairColor=light_brown,black",
    "hairColor=light_brown&hairColor=black",
    "eyeColor=green",
    "englishRating=fluent",
    "childrenNumberFrom=0&childrenNumberTo=0",
    "maritalStatus=never",
    "lookingFor=marriage",
    "education=university_degree",
    "religion=christian",
    "smoking=no",
    "drinking=socially",
    "zodiacSign=taurus",
  ];
  for (const query of olenaAlone) expect([query, await namesOf(site, query)]).toEqual([query, ["Olena"]]);
  for (
    const query of [
      "hairColor=light_brown,brown",
      "countryId=804,643",
      "firstTimeActivatedAtFrom=2026-03-14",
      "firstname=",
    ]
  ) {
    expect([query, await namesOf(site, query)]).toEqual([query, ["Daria", "Olena"]]);
  }
  for (const query of ["firstTimeActivatedAtFrom=2026-03-15", "online=1", "heightFrom=200", "profession=doctor"]) {
    expect([query, await namesOf(site, query)]).toEqual([query, []]);
  }
  site.store.ladies.setOnline(olena.id, true);
  expect(await namesOf(site, "online=true")).toEqual(["Olena"]);
});

Deno.test("pages begin at 1 and hold at most 100; the total counts all of them", async () => {
  await using site = await testApp();
  for (let n = 0; n < 23; n++) await site.addLady({ firstname: "Lady" });
  const page = (query: string) => read<Girls>(site.visitor().call("GET", `/api/girls?${query}`));
  const [first, second, third] = [await page(""), await page("page=2"), await page("page=3")];
  expect([first, second, third].map(({ girls, totalCount }) => [girls.length, totalCount])).toEqual([
    [20, 23],
    [3, 23],
    [0, 23],
  ]);
  expect(new Set([...first.girls, ...second.girls].map(({ id }) => id)).size).toBe(23);
  expect((await page("limit=100")).girls.length).toBe(23);
  expect((await page("limit=1&page=23")).girls.length).toBe(1);
  for (const sort of ["new", "top", "online", "birthday"]) expect((await page(`sort=${sort}`)).totalCount).toBe(23);
});

Deno.test("unknown filters and values that cannot be are refused, each by its name", async () => {
  await using site = await testApp();
  await withLadies(site);
  const wrong: [query: string, field: string][] = [
    ["page=0", "page"],
    ["page=-1", "page"],
    ["page=1e99", "page"],
    ["page=1.5", "page"],
    ["page=%EF%BC%91", "page"],
    ["page=1&page=2", "page"],
    ["page[]=1", "page[]"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=100000", "limit"],
    ["limit=NaN", "limit"],
    ["hairColor=green", "hairColor"],
    ["hairColor=brown,pink", "hairColor"],
    ["countryId=528", "countryId"],
    ["countryId=%27%20OR%201=1", "countryId"],
    ["birthdateFrom=1994-02-30", "birthdateFrom"],
    ["birthdateTo=yesterday", "birthdateTo"],
    ["ageFrom=17", "ageFrom"],
    ["heightFrom=-5", "heightFrom"],
    ["id=0x10", "id"],
    ["id=1e3", "id"],
    ["online=perhaps", "online"],
    ["sort=price", "sort"],
    ["shoeSize=38", "shoeSize"],
    ["constructor=1", "constructor"],
    ["toString=1", "toString"],
    [`firstname=${"a".repeat(41)}`, "firstname"],
    ["firstname=a%0d%0ab", "firstname"],
  ];
  for (const [query, field] of wrong) {
    const failure = await refused(site.visitor().call("GET", `/api/girls?${query}`), 422, "invalid");
    expect([query, Object.keys(failure.fields ?? {})]).toEqual([query, [field]]);
  }
});

Deno.test("countries have number, name and code, sorted as the reader's language sorts", async () => {
  await using site = await testApp();
  await withLadies(site);
  interface Countries {
    countries: { id: number; name: string; iso: string }[];
  }
  const countries = (path: string) => read<Countries>(site.visitor().call("GET", path));
  const all = await countries("/en/api/countries/?direction=asc");
  expect(Object.keys(all)).toEqual(["countries"]);
  expect(all.countries.length).toBeGreaterThan(240);
  expect(all.countries[0]).toEqual({ id: 4, name: "Afghanistan", iso: "AF" });
  const backwards = await countries("/en/api/countries?direction=desc");
  expect(backwards.countries).toEqual(all.countries.toReversed());
  const ofLadies = await countries("/en/api/countries?direction=asc&existsInGirlsProfiles=1");
  expect(ofLadies.countries.map(({ name }) => name)).toEqual(["Russia", "Ukraine"]);
  const hans = await countries("/zh-hans/api/countries?existsInGirlsProfiles=true");
  expect(hans.countries.map(({ name }) => name).sort()).toEqual(["乌克兰", "俄罗斯"]);
  await refused(site.visitor().call("GET", "/api/countries?direction=up"), 422, "invalid");
});

Deno.test("the first names of published ladies, each once", async () => {
  await using site = await testApp();
  await withLadies(site);
  await site.addLady({ firstname: "Olena" }, { firstname: "Olena" });
  for (const path of ["/en/api/users/unique/", "/en/api/users/unique"]) {
    const answer = await read<{ list: string[] }>(site.visitor().call("GET", `${path}?attribute=firstname&groupId=2`));
    expect(answer).toEqual({ list: ["Daria", "Olena"] });
  }
  for (
    const query of ["attribute=email&groupId=2", "attribute=firstname&groupId=1", "groupId=2", "attribute=lastname"]
  ) {
    await refused(site.visitor().call("GET", `/api/users/unique/?${query}`), 422, "invalid");
  }
});

Deno.test("who was suspended by another instance is on no ballot, in no answer and the face of nothing, before it is heard", async () => {
  await using site = await testApp();
  const path = "/static/images/no-avatar.webp";
  const sizes = { full: path, medium: path, quad: path, avatar: path };
  const photos = [{ id: 1, key: "olena-1", path, pathOfQuad: path, sizes }];
  const olena = await site.addLady({ firstname: "Olena" }, { firstname: "Olena", quote: "Slow mornings.", photos });
  const guest = site.visitor();
  const told = async () =>
    await Promise.all(["/api/girls", "/en/api/girls?sort=top", "/api/vote/get-girls", "/en/auth/sign-up"].map(
      async (path) => (await (await guest.get(path)).text()).includes("Olena"),
    ));
  expect(await told()).toEqual([true, true, true, true]);
  const { value } = await site.store.kv.get<LadyRecord>(keys.lady(olena.id));
  await site.store.kv.set(keys.lady(olena.id), { ...value!, isSuspended: true });
  expect(site.store.ladies.has(olena.id)).toBe(true);
  expect(await told()).toEqual([false, false, false, false]);
});
