/** The pages for signing in, up and out, for proving an address, and for a new password. */
import type { PageDefinition } from "../../http/define_page.ts";
import { confirmPage, resendPage } from "./confirm.tsx";
import { emailLinkPage } from "./email_link.tsx";
import { forgotPasswordPage } from "./forgot_password.tsx";
import { logOutPage } from "./log_out.tsx";
import { passwordResetPage } from "./password_reset.tsx";
import { secondFactorPage } from "./second_factor.tsx";
import { signInPage } from "./sign_in.tsx";
import { signInLinkPage } from "./sign_in_link.tsx";
import { signUpPage } from "./sign_up.tsx";

export const authPages: PageDefinition[] = [
  signInPage,
  signInLinkPage,
  secondFactorPage,
  signUpPage,
  confirmPage,
  resendPage,
  emailLinkPage,
  forgotPasswordPage,
  passwordResetPage,
  logOutPage,
];
