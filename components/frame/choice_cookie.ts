/** How a choice about the site itself is kept, by a page without scripts (routes/) and by one with them (islands/). */
export const themeCookie = "theme";

export const choiceSeconds = 365 * 24 * 60 * 60;
