/** Actions recorded in the audit log. */

export const auditActions = [
  'installation-set-up',
  'account-created',
  'operator-made',
  'operator-revoked',
  'operator-signed-in',
  'plan-granted',
  'plan-withdrawn',
  'account-suspended',
  'account-restored',
  'account-deleted',
  'invitation-created',
  'invitation-accepted',
  'invitation-revoked',
  'message-handled',
  'message-reopened',
  'message-cleared',
  'chat-answered',
  'engine-off',
  'engine-on',
] as const
export type AuditAction = (typeof auditActions)[number]
