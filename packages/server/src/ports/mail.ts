/** Mails: what there is to say is queued by whoever knows it, composed and sent by a worker. */

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface MailSender {
  /** Throws when nobody took it; then it is tried again later. */
  send(mail: Mail): Promise<void>
}

export const mailNotices = [
  'password-changed',
  'email-changed',
  'two-step-on',
  'two-step-off',
  'account-deleted',
] as const
export type MailNotice = (typeof mailNotices)[number]

export type MailJob =
  /** Whether there is an account with this address is found out by the worker, so that asking takes equally long. */
  | { readonly kind: 'reset-password'; readonly email: string }
  /** The address to be confirmed is that of the account, or the one it is to have. */
  | { readonly kind: 'verify-email'; readonly accountId: string; readonly email: string }
  | {
      readonly kind: 'notice'
      readonly notice: MailNotice
      readonly email: string
      readonly username: string
    }

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
