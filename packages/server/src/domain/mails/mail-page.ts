/** Content of an email before it is rendered as HTML or plain text. All fields are plain text. */

export interface MailPage {
  readonly subject: string
  /** Preheader: the line that mail clients show next to the subject. */
  readonly preview: string
  readonly username: string
  readonly paragraphs: readonly string[]
  /** Bullet list after the paragraphs. */
  readonly items?: readonly string[]
  /** Text quoted verbatim, with its line breaks. */
  readonly quote?: string
  readonly action?: {
    readonly label: string
    readonly url: string
    /** How often the link works and when it expires. */
    readonly terms?: string
  }
  /** Small print after the action. */
  readonly afterwards?: string
  /** Footer: why the recipient gets this email. */
  readonly reason: string
  /** Public origin of the installation, without a path. */
  readonly siteUrl: string
}
