/** The pages of the blog and the success stories. Feeds come first: else "feed.xml" would be taken for a post. */
import type { PageDefinition } from "../../http/define_page.ts";
import { feedPages } from "./feed.ts";
import { blogMonthPage, blogPage, successStoriesPage } from "./lists.tsx";
import { postPages } from "./post.tsx";

export const writingPages: PageDefinition[] = [
  ...feedPages,
  blogPage,
  blogMonthPage,
  successStoriesPage,
  ...postPages,
];
