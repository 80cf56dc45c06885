import { expect } from "expect";
import { seedWritings } from "../../demo/writings/writings.ts";
import { testApp } from "../testing/site.ts";
import { read, refused } from "./testing/calls.ts";

interface Head {
  id: number;
  type: string;
  title: string;
  year: number;
  month: number;
  url: string;
  picture: { path: string } | null;
}

Deno.test("stories come by type, year, month and page, with and without the slash at the end", async () => {
  await using site = await testApp();
  await seedWritings(site.store);
  const visitor = site.visitor();
  const list = (query: string) =>
    read<{ stories: Head[]; totalCount: number }>(visitor.call("GET", `/api/stories/${query}`));
  const all = await list("?type=blog&limit=100");
  expect([all.stories.length, all.totalCount]).toEqual([9, 9]);
  expect((await list("")).totalCount).toBe(9);
  expect((await list("?type=story")).totalCount).toBe(5);
  const { archive } = await read<{ archive: { year: number; month: number; count: number }[] }>(
    visitor.call("GET", "/api/stories/archive?type=blog"),
  );
  expect(archive.reduce((sum, { count }) => sum + count, 0)).toBe(9);
  for (const { year, month, count } of archive) {
    const found = await list(`?type=blog&year=${year}&month=${month}`);
    expect(found.totalCount).toBe(count);
    expect(found.stories.every((story) => story.year === year && story.month === month)).toBe(true);
  }
  const second = await list("?type=blog&page=2&limit=4");
  expect(second.stories.map(({ id }) => id)).toEqual(all.stories.slice(4, 8).map(({ id }) => id));
  expect((await list("?type=blog&page=9")).stories).toEqual([]);
});

Deno.test("one story comes with safe HTML in the caller's language", async () => {
  await using site = await testApp();
  await seedWritings(site.store);
  const visitor = site.visitor({ headers: { "accept-language": "zh-CN" } });
  const { stories: [head] } = await read<{ stories: Head[] }>(visitor.call("GET", "/api/stories?limit=1"));
  const { story } = await read<{ story: Head & { body: string } }>(
    visitor.call("GET", `/api/stories/${head!.id}?type=blog`),
  );
  expect(story).toMatchObject(head!);
  expect(story.title).toMatch(/第一封信怎么写/);
  expect(story.body).toContain("<h2>");
  expect(story.url).toBe(`http://localhost:8000/zh-hans/blog/${story.id}`);
  await refused(visitor.call("GET", `/api/stories/${story.id}?type=story`), 404, "not_found");
});

Deno.test("wrong filters and ids are named", async () => {
  await using site = await testApp();
  const visitor = site.visitor();
  for (
    const query of ["type=news", "year=2026&month=13", "year=2026&month=0", "year=x", "month=3", "page=0", "limit=101"]
  ) {
    await refused(visitor.call("GET", `/api/stories?${query}`), 422, "invalid");
  }
  await refused(visitor.call("GET", "/api/stories/archive?type=x"), 422, "invalid");
  for (const id of ["0", "-1", "abc", "99", "9007199254740993"]) {
    await refused(visitor.call("GET", `/api/stories/${id}`), 404, "not_found");
  }
});
