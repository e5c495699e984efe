/** What a Word document made in the page consists of. */

export interface DocxBlock {
  readonly kind: 'title' | 'heading' | 'paragraph'
  /** Line breaks and tabs inside it are kept. */
  readonly text: string
  /** Before the text, in small grey letters: a time, for example. */
  readonly label?: string
  readonly startsPage?: boolean
  /** All letters equally wide, so that what is set with spaces stands right. */
  readonly isMonospaced?: boolean
}
