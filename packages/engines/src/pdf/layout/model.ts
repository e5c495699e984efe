/** A document as people think of it: headings, paragraphs, lists, tables and pictures, in reading order. */
import type { Box, LineImage } from '../read/page-model.ts'

export interface SpanStyle {
  /** As the PDF names it. */
  readonly fontName: string
  readonly size: number
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isMonospaced: boolean
  readonly hasSerifs: boolean
  readonly isUnderlined: boolean
  readonly isStruck?: boolean
  readonly color: string
  /** Of a marker drawn over just these words. */
  readonly highlight?: string | undefined
  readonly script?: 'super' | 'sub' | undefined
}

export interface Span {
  readonly text: string
  readonly style: SpanStyle
  readonly link?: string | undefined
  /** A small picture that stands in the line instead of text. */
  readonly image?: LineImage
  /** The words of the footnote this span is the sign of. */
  readonly note?: Footnote
}

export interface Footnote {
  readonly number: number
  readonly paragraphs: readonly Paragraph[]
}

export type Alignment = 'start' | 'centre' | 'end' | 'justified'

export type ParagraphRole =
  | { readonly kind: 'body' }
  | { readonly kind: 'heading'; readonly level: number }
  | {
      readonly kind: 'item'
      readonly isNumbered: boolean
      readonly level: number
      /** As printed: a bullet, '3.' or 'b)'. */
      readonly marker: string
      /** Items of one list share it. */
      readonly list: number
    }

export interface Paragraph {
  readonly kind: 'paragraph'
  readonly spans: readonly Span[]
  readonly role: ParagraphRole
  readonly alignment: Alignment
  /** From the edge of its column. */
  readonly indent: number
  /** Of the first line, against the others. */
  readonly firstIndent: number
  readonly spaceBefore: number
  /** Only before what cannot keep its own distance: a table. */
  readonly spaceAfter?: number
  /** Between two baselines; undefined with a single line. */
  readonly leading: number | undefined
  readonly size: number
  readonly isRightToLeft: boolean
  readonly fill?: string | undefined
  /** Where its tabs lead to, from the edge of its column. */
  readonly tabs?: readonly number[]
  /** What a tagged document calls it. */
  readonly tag?: string | undefined
  readonly box: Box
  /** Its last line reaches the edge of the column: it may go on elsewhere. */
  readonly isOpenEnded: boolean
  /** Its first line begins where the others do: it may be the rest of another. */
  readonly isFlushStart: boolean
}

export interface Cell {
  readonly column: number
  readonly columnSpan: number
  readonly rowSpan: number
  readonly blocks: readonly Block[]
  readonly fill?: string | undefined
  /** Where rules have drawn it. */
  readonly box?: Box
}

export interface Table {
  readonly kind: 'table'
  readonly columnWidths: readonly number[]
  /** As rules have drawn them. */
  readonly rowHeights?: readonly number[]
  readonly rows: readonly (readonly Cell[])[]
  /** From the edge of its column. */
  readonly indent?: number
  readonly isRuled: boolean
  readonly ruleColor: string
  readonly box: Box
}

export interface Image {
  readonly kind: 'picture'
  readonly id: string
  readonly width: number
  readonly height: number
  readonly box: Box
  /** On its own, beside text, or behind it. */
  readonly placement: 'block' | 'beside' | 'behind'
  readonly alignment: Alignment
  /** From the edge of its column. */
  readonly indent: number
  readonly spaceBefore: number
}

export type Block = Paragraph | Table | Image

/** A piece of a page whose columns are read one after another. */
export interface Band {
  readonly columns: readonly Column[]
  readonly top: number
  readonly bottom: number
}

export interface Column {
  readonly left: number
  readonly right: number
  readonly blocks: readonly Block[]
}

export interface Margins {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Pages of the same size and margins that follow each other. */
export interface PageLayout {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly margins: Margins
  readonly bands: readonly Band[]
  /** A new page is meant here, not merely where the last one was full. */
  readonly startsPage: boolean
}

/** A line that stands on every page; `pageNumber` spans are written as fields. */
export interface RunningLine {
  readonly spans: readonly Span[]
  readonly alignment: Alignment
  /** From the edge of the page it is near to. */
  readonly distance: number
}

export const pageNumberMark = '\u{F8F0}'
export const pageCountMark = '\u{F8F1}'

export interface LaidOutDocument {
  readonly pages: readonly PageLayout[]
  readonly header: readonly RunningLine[]
  readonly footer: readonly RunningLine[]
  /** The size most of the text has. */
  readonly bodySize: number
  readonly bodyFont: SpanStyle
  readonly title: string | undefined
  readonly author: string | undefined
  readonly language: string | undefined
}

export function plainText(spans: readonly Span[]): string {
  return spans.map(span => span.text).join('')
}

/** Where there are no pages, running lines stand once; page numbers mean nothing there. */
export function unpagedLines(lines: readonly RunningLine[]): string[] {
  return lines.map(line => plainText(line.spans).trim()).filter(text => !text.includes(pageNumberMark))
}
