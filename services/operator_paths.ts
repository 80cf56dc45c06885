/** The addresses that the operator's commands call: known to the server and to the commands. */

export const approvalsPath = "/operator/approvals";
export const staffPath = "/operator/staff";
export const approvalPath = (id: string, verdict: string): string => `${approvalsPath}/${id}/${verdict}`;
