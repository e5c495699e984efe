/** What a mail says, before it is laid out as HTML or as plain text. All of it is plain words. */

export interface MailPage {
  readonly subject: string
  /** The line that mail programs show beside the subject. */
  readonly preview: string
  readonly username: string
  readonly paragraphs: readonly string[]
  /** Things to be counted up after the paragraphs. */
  readonly items?: readonly string[]
  /** Words of somebody else, with their line breaks. */
  readonly quote?: string
  readonly action?: {
    readonly label: string
    readonly url: string
    /** How often and how long it works. */
    readonly terms?: string
  }
  /** Small print after the action. */
  readonly afterwards?: string
  /** Why this address gets this mail. */
  readonly reason: string
  /** Of the installation, without a path. */
  readonly siteUrl: string
}
