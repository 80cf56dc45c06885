/** Who is told how much of a lady's birthdate, and that nobody can work out more by asking often. */
import { expect } from "expect";
import { read } from "../api/testing/calls.ts";
import { expectLacks, mainOf } from "../pages/girls/testing/html.ts";
import { testApp, type TestSite, type Visitor } from "../testing/site.ts";

interface Girl {
  id: number;
  birthdate: string;
  birthday?: string;
}
interface Girls {
  girls: Girl[];
  totalCount: number;
}

const addOlena = (site: TestSite) => site.addLady({ firstname: "Olena", birthdate: "1994-05-17" });

Deno.test("whoever is told the year alone, or day and month, searches birthdates by years; admins by days", async () => {
  await using site = await testApp();
  await addOlena(site);
  const others = [site.visitor(), await site.visitorAs(await site.addMan())];
  for (const groupId of [4, 5] as const) others.push(await site.visitorAs(await site.addPerson({ groupId })));
  const found = async (visitor: Visitor, query: string) =>
    (await read<Girls>(visitor.call("GET", `/api/girls?firstname=olena&${query}`))).totalCount;
  for (const visitor of others) {
    for (const query of ["birthdateFrom=1994-12-31", "birthdateTo=1994-01-01", "birthdateFrom=1994&birthdateTo=1994"]) {
      expect([query, await found(visitor, query)]).toEqual([query, 1]);
    }
    for (const query of ["birthdateFrom=1995-01-01", "birthdateTo=1993-12-31", "birthdateTo=1993"]) {
      expect([query, await found(visitor, query)]).toEqual([query, 0]);
    }
  }
  const ada = await site.visitorAs(await site.addPerson({ groupId: 3 }));
  expect(await found(ada, "birthdateFrom=1994-05-17&birthdateTo=1994-05-17")).toBe(1);
  expect([await found(ada, "birthdateFrom=1994-05-18"), await found(ada, "birthdateTo=1994-05-16")]).toEqual([0, 0]);
});

Deno.test("herself and admins read the whole birthdate, staff the year", async () => {
  await using site = await testApp();
  const olena = await addOlena(site);
  const told = async (visitor: Visitor) => {
    const { girl } = await read<{ girl: Girl }>(visitor.call("GET", `/api/girls/${olena.id}`));
    return [girl.birthdate, girl.birthday];
  };
  const all = ["1994-05-17", "05-17"];
  expect(await told(await site.visitorAs(olena))).toEqual(all);
  expect(await told(await site.visitorAs(await site.addPerson({ groupId: 3 })))).toEqual(all);
  expect(await told(await site.visitorAs(await site.addPerson({ groupId: 5 })))).toEqual(["1994", undefined]);
});

Deno.test("the order of birthdays, which would tell days to who watches it, is for men", async () => {
  await using site = await testApp();
  const made: number[] = [];
  for (const birthdate of ["1990-03-20", "1991-03-15", "1992-03-17"]) {
    made.push((await site.addLady({ birthdate })).id);
    site.advance(60_000);
  }
  const order = async (visitor: Visitor, path = "/api/girls?sort=birthday") =>
    (await read<Girls>(visitor.call("GET", path))).girls.map(({ id }) => id);
  const [first, second, third] = made;
  expect(await order(await site.visitorAs(await site.addMan()))).toEqual([second, third, first]);
  expect(await order(site.visitor())).toEqual(await order(site.visitor(), "/api/girls?sort=new"));
  expect(await order(site.visitor())).toEqual([third, second, first]);
  for (const path of ["/en/search", "/en/girls/Ukraine"]) {
    const shown = async (visitor: Visitor, sort: string) => {
      const html = await mainOf(await visitor.get(`${path}?sort=${sort}`));
      return { ids: new Set([...html.matchAll(/\/girl\/[^"]*-(\d+)"/g)].map(([, id]) => Number(id))), html };
    };
    const guests = await shown(site.visitor(), "birthday");
    expect([path, [...guests.ids]]).toEqual([path, [third, second, first]]);
    expectLacks(guests.html, "Next birthday");
    const his = await shown(await site.visitorAs(await site.addMan()), "birthday");
    expect([path, [...his.ids]]).toEqual([path, [second, third, first]]);
  }
});
