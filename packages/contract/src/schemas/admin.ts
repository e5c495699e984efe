/** Schemas of the admin API. */
import { z } from 'zod'
import { queueClasses } from '../operations/operation.ts'
import { planIds } from '../plans.ts'
import { emailSchema } from './account.ts'

const count = z.number().int().min(0)
const when = z.iso.datetime()

export const overviewSchema = z.object({
  queue: z.array(
    z.object({
      queueClass: z.enum(queueClasses),
      engines: z.array(z.string()).describe('Engines that a worker needs for these jobs.'),
      waiting: count,
      running: count,
      oldestWaitSeconds: z.number().nullable(),
      /** No live worker has all of the engines. */
      isStranded: z.boolean(),
    }),
  ),
  lastDay: z.object({
    succeeded: count,
    failed: count,
    cancelled: count,
    medianSeconds: z.number().nullable(),
    p95Seconds: z.number().nullable(),
    byHour: z.array(z.object({ startsAt: when, succeeded: count, failed: count })).length(24),
  }),
  jobs: z.object({ waiting: count, running: count }).describe('Jobs of the public API.'),
  mails: z.object({ waiting: count, failed: count }),
  workers: count,
  users: count,
  unreadMessages: count,
  unreadChats: count,
  storedBytes: count,
})
export type Overview = z.infer<typeof overviewSchema>

export const adminWorkerSchema = z.object({
  id: z.string(),
  host: z.string().nullable(),
  processId: z.number().int().nullable(),
  version: z.string().nullable(),
  startedAt: when.nullable(),
  seenAt: when,
  queueClasses: z.array(z.enum(queueClasses)),
  running: count,
  engines: z.array(z.object({ engine: z.string(), isAvailable: z.boolean(), reason: z.string().nullable() })),
})
export const adminWorkersSchema = z.array(adminWorkerSchema)
export type AdminWorker = z.infer<typeof adminWorkerSchema>

const failureSchema = z.object({
  id: z.string(),
  operation: z.string(),
  from: z.string(),
  to: z.string(),
  sizeBytes: count,
  ownerName: z.string().nullable().describe('Null for visitors.'),
  code: z.string(),
  message: z.string().describe('The message shown to the user.'),
  detail: z.string().nullable().describe('Error output of the engine, for operators only.'),
  isFault: z.boolean().describe('True for internal errors, false for errors caused by the file.'),
  attempts: count,
  failedAt: when,
})
export const failurePageSchema = z.object({
  failures: z.array(failureSchema),
  byCode: z
    .array(z.object({ code: z.string(), count, isFault: z.boolean() }))
    .describe('In the last 7 days.'),
  next: z.string().nullable(),
})
export type FailurePage = z.infer<typeof failurePageSchema>

export const adminUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  hasTwoStep: z.boolean(),
  // A private instance has no plans.
  plan: z.enum(planIds).optional().describe('The effective plan.'),
  paidPlan: z.enum(planIds).optional(),
  grantedPlan: z.enum(planIds).nullable().optional().describe('Granted by an operator, without payment.'),
  grantedUntil: when.nullable().optional(),
  groupPlan: z.enum(planIds).nullable().optional().describe('Given by a group of the directory.'),
  isOperator: z.boolean(),
  isOperatorByGroup: z.boolean().describe('Operator only through a group, which cannot be revoked here.'),
  suspendedAt: when.nullable(),
  createdAt: when,
  lastSeenAt: when.nullable(),
  conversionsThisMonth: count,
  storedBytes: count,
})
export type AdminUser = z.infer<typeof adminUserSchema>
export const adminUserPageSchema = z.object({
  users: z.array(adminUserSchema),
  total: count,
  next: z.string().nullable(),
})
export type AdminUserPage = z.infer<typeof adminUserPageSchema>

export const adminSignInSchema = z.object({
  proxy: z
    .object({
      userHeader: z.string(),
      emailHeader: z.string().nullable(),
      groupsHeader: z.string().nullable(),
      trusted: z.array(z.string()).describe('Networks from which the headers are believed.'),
      createsAccounts: z.boolean(),
      signOutUrl: z.string().nullable(),
    })
    .nullable()
    .describe('Null if no proxy signs users in.'),
  groupPlans: z.array(z.object({ group: z.string(), plan: z.enum(planIds) })),
  groupOperators: z.array(z.string()),
})
export type AdminSignIn = z.infer<typeof adminSignInSchema>

export const userChangeSchema = z
  .strictObject({
    grantedPlan: z.enum(planIds).nullable(),
    grantedUntil: when.nullable(),
    isOperator: z.boolean(),
    isSuspended: z.boolean(),
    password: z.string().max(1000).describe('Your own password; required to make a user an operator.'),
  })
  .partial()
export type UserChange = z.infer<typeof userChangeSchema>

const invitationStates = ['open', 'accepted', 'expired'] as const
export const adminInvitationSchema = z.object({
  id: z.string(),
  email: z.string().nullable().describe('The only address that can accept it; null for any.'),
  state: z.enum(invitationStates),
  createdBy: z.string(),
  createdAt: when,
  expiresAt: when,
  acceptedBy: z.string().nullable().describe('Username of the account that was created with it.'),
})
export type AdminInvitation = z.infer<typeof adminInvitationSchema>
export const adminInvitationPageSchema = z.object({
  invitations: z.array(adminInvitationSchema),
  next: z.string().nullable(),
})
export type AdminInvitationPage = z.infer<typeof adminInvitationPageSchema>
export const newInvitationSchema = z.strictObject({
  email: emailSchema.nullable().default(null),
  days: z.int().min(1).max(90).default(7).describe('Days until it expires.'),
})
export type NewInvitation = z.infer<typeof newInvitationSchema>
export const createdInvitationSchema = z.object({
  invitation: adminInvitationSchema,
  link: z.url().describe('Shown only now: the server stores a hash of its token.'),
  isMailed: z.boolean().describe('Whether the link is also emailed to the guest.'),
})
export type CreatedInvitation = z.infer<typeof createdInvitationSchema>

export const adminMessageSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  username: z.string().nullable(),
  isPriority: z.boolean(),
  isSuspected: z.boolean().describe('Suspected spam; not sent by email.'),
  createdAt: when,
  mailedAt: when.nullable(),
  handledAt: when.nullable(),
})
export type AdminMessage = z.infer<typeof adminMessageSchema>
export const adminMessagePageSchema = z.object({
  messages: z.array(adminMessageSchema),
  next: z.string().nullable(),
})
export type AdminMessagePage = z.infer<typeof adminMessagePageSchema>
export const messageChangeSchema = z
  .strictObject({ isHandled: z.boolean(), isSuspected: z.literal(false) })
  .partial()
export type MessageChange = z.infer<typeof messageChangeSchema>

export const adminStorageSchema = z.object({
  kind: z.enum(['disk', 's3']),
  place: z.string().describe('The folder or the bucket.'),
  freeBytes: z.number().nullable().describe('Free space of the disk; null for a bucket.'),
  totalBytes: z.number().nullable(),
  uploads: z.object({ files: count, bytes: count }),
  results: z.object({ files: count, bytes: count }),
  databaseBytes: count,
  byDay: z
    .array(z.object({ day: z.iso.date(), bytes: count }))
    .describe('Bytes that expire on each of the next days.'),
  largestOwners: z.array(z.object({ name: z.string(), files: count, bytes: count })),
})
export type AdminStorage = z.infer<typeof adminStorageSchema>

/** `landlock` is the second one, for systems that refuse bubblewrap; `none`: without a sandbox. */
export const sandboxKindSchema = z.enum(['bubblewrap', 'landlock', 'none'])
export type SandboxKind = z.infer<typeof sandboxKindSchema>

export const engineSwitchSchema = z.object({
  engine: z.string(),
  label: z.string(),
  workers: count.describe('Number of workers that have the engine.'),
  missingReasons: z.array(z.string()),
  isUnsandboxed: z.boolean().describe('Whether a worker runs it without a sandbox.'),
  sandboxes: z.array(sandboxKindSchema).describe('Sandboxes in which workers run it.'),
  isOff: z.boolean(),
  offReason: z.string().nullable(),
  offBy: z.string().nullable(),
  offSince: when.nullable(),
  operations: z.array(z.string()).describe('Labels of the operations that are unavailable while it is off.'),
})
export const engineSwitchesSchema = z.array(engineSwitchSchema)
export type EngineSwitch = z.infer<typeof engineSwitchSchema>
export const engineChangeSchema = z.strictObject({
  isOff: z.boolean(),
  reason: z.string().trim().max(300).default(''),
})
export type EngineChange = z.infer<typeof engineChangeSchema>

export const auditEntrySchema = z.object({
  id: z.string(),
  at: when,
  actor: z.string().describe('An operator\'s name, or "command line".'),
  action: z.string(),
  target: z.string().nullable(),
  summary: z.string().describe('The change in one sentence.'),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>
export const auditPageSchema = z.object({ entries: z.array(auditEntrySchema), next: z.string().nullable() })
export type AuditPage = z.infer<typeof auditPageSchema>
