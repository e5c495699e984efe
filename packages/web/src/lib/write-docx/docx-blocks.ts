/** Content blocks of a DOCX file. */

export interface DocxBlock {
  readonly kind: 'title' | 'heading' | 'paragraph'
  /** Line breaks and tabs are preserved. */
  readonly text: string
  /** Small gray text before the text, such as a timestamp. */
  readonly label?: string
  readonly startsPage?: boolean
  /** Keeps the alignment of text set with spaces. */
  readonly isMonospaced?: boolean
}
