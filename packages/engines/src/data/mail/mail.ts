/** A mail, whatever file it comes from. */

export interface MailAttachment {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
  /** By which the page of the mail refers to it. */
  readonly contentId?: string
}

/** One of them, or both as alternatives. */
export interface MailBody {
  readonly html?: string
  readonly text?: string
}

export interface Mail {
  /** Name and text, in the order in which they are shown. */
  readonly headers: readonly (readonly [string, string])[]
  readonly subject: string
  readonly bodies: readonly MailBody[]
  readonly attachments: readonly MailAttachment[]
  readonly warnings: readonly string[]
}

export const maxMailDepth = 20
export const maxMailParts = 5000
