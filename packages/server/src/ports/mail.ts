/** Mail queue: use cases queue a description of the mail, a worker renders and sends it. */
import { planIds } from '@filesmith/contract/plans'
import { z } from 'zod'

export interface MailAttachment {
  readonly fileName: string
  readonly contentType: string
  readonly content: Buffer
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly MailAttachment[]
  /** Set if a person wrote the message; automatic mails have no reply address. */
  readonly replyTo?: { readonly name: string; readonly address: string }
}

export interface MailSender {
  /** Throws if no server accepted the mail; it is retried later. */
  send(mail: Mail): Promise<void>
}

export const mailNotices = [
  'password-changed',
  'password-reset',
  'email-changed',
  'identity-connected',
  'api-key-created',
  'webhook-created',
  'two-step-on',
  'two-step-off',
  'codes-paused',
  'recovery-codes-renewed',
  'credentials-removed',
  'account-deleted',
] as const
export type MailNotice = (typeof mailNotices)[number]

/** Notices about a paid plan, sent to the account that pays for it. */
export const billingNotices = [
  'receipt',
  'payment-failed',
  'plan-cancelled',
  'plan-ended',
  'money-returned',
] as const
export type BillingNotice = (typeof billingNotices)[number]

/** A mail to be sent. */
export const mailJobSchema = z.discriminatedUnion('kind', [
  /** The worker checks whether the account exists, so that response time does not reveal it (user enumeration). */
  z.object({ kind: z.literal('reset-password'), email: z.string() }),
  /** Confirms the account's address, or the new address it is changing to. */
  z.object({
    kind: z.literal('verify-email'),
    accountId: z.string(),
    email: z.string(),
    /**
     * Of the account when the mail was requested. If credentials were revoked since, no link is sent: a mail that is
     * retried for an hour must not give a link to a user who lost access to the account in the meantime.
     */
    // Mails queued by an older version do not have it.
    credentialVersion: z.number().int().default(0),
  }),
  z.object({
    kind: z.literal('notice'),
    notice: z.enum(mailNotices),
    email: z.string(),
    username: z.string(),
    /** Details, such as the name of an API key. */
    items: z.array(z.string()).optional(),
  }),
  z.object({
    kind: z.literal('recovery-code-used'),
    email: z.string(),
    username: z.string(),
    codesLeft: z.number().int(),
  }),
  z.object({
    kind: z.literal('billing'),
    notice: z.enum(billingNotices),
    accountId: z.string(),
    plan: z.enum(planIds),
    /** In cents: the amount paid, refunded or due. */
    amount: z.number().int(),
    /** The date the notice refers to: next renewal, end of the grace period, or end of access. */
    date: z.iso.datetime().nullable(),
    /** Invoice attached to a receipt. */
    invoiceId: z.string().nullable(),
  }),
  /** A message from the contact form; its text is not copied into the queue. */
  z.object({ kind: z.literal('contact-message'), messageId: z.uuid() }),
  /** The worker creates the link, so that no token is stored in the queue. */
  z.object({ kind: z.literal('invitation'), invitationId: z.uuid() }),
  /** Chat messages that this side has not read in time. */
  z.object({
    kind: z.literal('chat-unread'),
    accountId: z.string(),
    reader: z.enum(['account', 'operator']),
  }),
])
export type MailJob = z.infer<typeof mailJobSchema>

export interface MailQueue {
  /** Notifies a worker. */
  add(job: MailJob): Promise<void>
}
