/** A man as he fills in the form of the sign-up. */
export const marcin = {
  groupId: "1",
  firstname: "Marcin",
  lastname: "Nowak",
  country: "616",
  birthdate: "1984-05-02",
  email: "marcin@example.test",
  password: "Spring-2026!",
  acceptTerms: "on",
};
