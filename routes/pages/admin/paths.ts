/** The paths of those admins' pages that several of their pages link to. */

export const homePath = "/admin";
export const approvalsPath = "/admin/approvals";
export const reportsPath = "/admin/reports";
export const appealsPath = "/admin/appeals";
export const appealPath = (decisionId: number): string => `${appealsPath}/${decisionId}`;
export const transparencyPath = "/admin/transparency";
export const messagesPath = "/admin/messages";
export const usersPath = "/admin/users";
export const userPath = (userId: number): string => `${usersPath}/${userId}`;
export const suspensionPath = (userId: number): string => `${userPath(userId)}/suspension`;
export const photoTakedownPath = (userId: number, photoId: number): string => `${userPath(userId)}/photos/${photoId}`;
export const textTakedownPath = (userId: number, text: string): string => `${userPath(userId)}/texts/${text}`;
/** The same page with its form set to fraud. */
export const fraudPath = (userId: number): string => `${suspensionPath(userId)}?kind=fraud`;
export const backgroundsPath = "/admin/backgrounds";
export const backgroundPath = (manId: number): string => `${userPath(manId)}/background`;
export const reportPath = (reportId: number): string => `${reportsPath}/${reportId}`;
export const verificationsPath = "/admin/verifications";
export const verificationPath = (ladyId: number): string => `${verificationsPath}/${ladyId}`;
export const refundRequestsPath = "/admin/refund-requests";
/** The payments there that somebody has to look at. */
export const mattersAnchor = "matters";
export const paymentsPath = "/admin/payments";
export const paymentPath = (paymentId: string): string => `${paymentsPath}/${paymentId}`;
export const evidencePath = (paymentId: string): string => `${paymentPath(paymentId)}/evidence`;
export const logPath = "/admin/log";
export const letterReadingPath = (letterId: number): string => `/admin/letters/${letterId}`;
