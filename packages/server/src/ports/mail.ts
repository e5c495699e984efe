/** Mail queue: use cases queue a description of the mail, a worker renders and sends it. */
import type { PlanId } from '@filesmith/contract/plans'

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

export type MailJob =
  /** The worker checks whether the account exists, so that response time does not reveal it (user enumeration). */
  | { readonly kind: 'reset-password'; readonly email: string }
  /** Confirms the account's address, or the new address it is changing to. */
  | {
      readonly kind: 'verify-email'
      readonly accountId: string
      readonly email: string
      /**
       * Of the account when the mail was requested. If credentials were revoked since, no link is sent: a mail that is
       * retried for an hour must not give a link to a user who lost access to the account in the meantime.
       */
      readonly credentialVersion: number
    }
  | {
      readonly kind: 'notice'
      readonly notice: MailNotice
      readonly email: string
      readonly username: string
      /** Details, such as the name of an API key. */
      readonly items?: readonly string[] | undefined
    }
  | {
      readonly kind: 'recovery-code-used'
      readonly email: string
      readonly username: string
      readonly codesLeft: number
    }
  | {
      readonly kind: 'billing'
      readonly notice: BillingNotice
      readonly accountId: string
      readonly plan: PlanId
      /** In cents: the amount paid, refunded or due. */
      readonly amount: number
      /** The date the notice refers to: next renewal, end of the grace period, or end of access. */
      readonly date: string | null
      /** Invoice attached to a receipt. */
      readonly invoiceId: string | null
    }
  /** A message from the contact form; its text is not copied into the queue. */
  | { readonly kind: 'contact-message'; readonly messageId: string }

/** Notices about a paid plan, sent to the account that pays for it. */
export const billingNotices = [
  'receipt',
  'payment-failed',
  'plan-cancelled',
  'plan-ended',
  'money-returned',
] as const
export type BillingNotice = (typeof billingNotices)[number]

export interface ClaimedMail {
  readonly id: string
  readonly job: MailJob
  /** If this attempt fails, the mail is dropped. */
  readonly isLastAttempt: boolean
}

export interface MailQueue {
  /** Notifies a worker. */
  add(job: MailJob): Promise<void>
  claim(): Promise<ClaimedMail | undefined>
  complete(mail: ClaimedMail): Promise<void>
  /** Retried with exponential backoff. */
  retry(mail: ClaimedMail): Promise<void>
}
