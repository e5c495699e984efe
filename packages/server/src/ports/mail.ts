/** Mails: what there is to say is queued by whoever knows it, composed and sent by a worker. */
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
  /** A person who wrote it and gets the answer; without one a machine wrote it and nobody does. */
  readonly replyTo?: { readonly name: string; readonly address: string }
}

export interface MailSender {
  /** Throws when nobody took it; then it is tried again later. */
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
  /** Whether there is an account with this address is found out by the worker, so that asking takes equally long. */
  | { readonly kind: 'reset-password'; readonly email: string }
  /** The address to be confirmed is that of the account, or the one it is to have. */
  | {
      readonly kind: 'verify-email'
      readonly accountId: string
      readonly email: string
      /**
       * Of the account when the mail was requested. Once credentials have been ended since, no link is sent: a mail that is
       * retried for an hour must not hand a link to someone who has lost the account in the meantime.
       */
      readonly credentialVersion: number
    }
  | {
      readonly kind: 'notice'
      readonly notice: MailNotice
      readonly email: string
      readonly username: string
      /** What it is about, such as the name of an API key. */
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
      /** In cents: what was paid or returned, or is owed. */
      readonly amount: number
      /** What the notice turns on: the next renewal, the end of grace, the end of access. */
      readonly date: string | null
      /** Of the receipt. */
      readonly invoiceId: string | null
    }
  /** What somebody wrote to us; the words stay where they are kept. */
  | { readonly kind: 'contact-message'; readonly messageId: string }

/** News about a paid plan, told to whoever pays for it. */
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
  /** Given back once more, it is lost. */
  readonly isLastTry: boolean
}

export interface MailQueue {
  /** Wakes a worker too. */
  add(job: MailJob): Promise<void>
  claim(): Promise<ClaimedMail | undefined>
  complete(mail: ClaimedMail): Promise<void>
  /** It is tried again, with growing pauses. */
  giveBack(mail: ClaimedMail): Promise<void>
}
