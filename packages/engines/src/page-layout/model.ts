/** Document model: headings, paragraphs, lists, tables and images in reading order. */
import type { Box, InlineImage } from './page-model.ts'

export interface SpanStyle {
  /** Name in the PDF. */
  readonly fontName: string
  readonly size: number
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isMonospaced: boolean
  readonly hasSerifs: boolean
  readonly isUnderlined: boolean
  readonly isStruck?: boolean
  readonly color: string
  /** Color of a highlight behind exactly these words. */
  readonly highlight?: string | undefined
  readonly script?: 'super' | 'sub' | undefined
}

export interface Span {
  readonly text: string
  readonly style: SpanStyle
  readonly link?: string | undefined
  /** Inline image in place of text. */
  readonly image?: InlineImage
  /** Footnote that this span is the mark of. */
  readonly note?: Footnote
}

export interface Footnote {
  readonly number: number
  readonly paragraphs: readonly Paragraph[]
}

export type Alignment = 'start' | 'center' | 'end' | 'justified'

export type ParagraphRole =
  | { readonly kind: 'body' }
  | { readonly kind: 'heading'; readonly level: number }
  | {
      readonly kind: 'item'
      readonly isNumbered: boolean
      readonly level: number
      /** As printed: a bullet, '3.' or 'b)'. */
      readonly marker: string
      /** Shared by the items of a list. */
      readonly list: number
    }

export interface Paragraph {
  readonly kind: 'paragraph'
  readonly spans: readonly Span[]
  readonly role: ParagraphRole
  readonly alignment: Alignment
  /** From the edge of the column. */
  readonly indent: number
  /** Of the first line, relative to the others. */
  readonly firstIndent: number
  readonly spaceBefore: number
  /** Only set before tables, which cannot have spacing themselves. */
  readonly spaceAfter?: number
  /** Baseline distance; undefined for a single line. */
  readonly leading: number | undefined
  readonly size: number
  readonly isRightToLeft: boolean
  readonly fill?: string | undefined
  /** Runs up or down beside the other text. */
  readonly vertical?: 'up' | 'down'
  /** Positions in its text at which it continues in the next column. */
  readonly columnBreaks?: readonly number[]
  /** Tab stops, from the edge of the column. */
  readonly tabs?: readonly number[]
  /** Set if all of it is monospaced. */
  readonly codeLines?: readonly CodeLine[] | undefined
  /** Role in the structure tree. */
  readonly tag?: string | undefined
  readonly box: Box
  /** The last line reaches the edge of the column, so the paragraph may continue elsewhere. */
  readonly isOpenEnded: boolean
  /** The first line is not indented, so the paragraph may continue another one. */
  readonly isFlushStart: boolean
}

/** A printed line of code: spaces and line breaks have a meaning in it. */
export interface CodeLine {
  readonly left: number
  readonly baseline: number
  readonly words: readonly {
    readonly text: string
    readonly left: number
    readonly right: number
    readonly isAfterSpace: boolean
  }[]
}

export interface Cell {
  readonly column: number
  readonly columnSpan: number
  readonly rowSpan: number
  readonly blocks: readonly Block[]
  readonly fill?: string | undefined
  /** As drawn by rules. */
  readonly box?: Box
}

export interface Table {
  readonly kind: 'table'
  readonly columnWidths: readonly number[]
  /** As drawn by rules. */
  readonly rowHeights?: readonly number[]
  readonly rows: readonly (readonly Cell[])[]
  /** From the edge of the column. */
  readonly indent?: number
  readonly isRuled: boolean
  readonly ruleColor: string
  readonly box: Box
}

export interface Image {
  readonly kind: 'image'
  readonly id: string
  readonly width: number
  readonly height: number
  readonly box: Box
  /** On its own, floating beside text, or behind it. */
  readonly placement: 'block' | 'beside' | 'behind'
  readonly alignment: Alignment
  /** From the edge of the column. */
  readonly indent: number
  readonly spaceBefore: number
  /** Recognized in it, by line. Formats that show the image have it as the alternative text. */
  readonly text?: readonly string[]
}

export type Block = Paragraph | Table | Image

/** Horizontal part of a page whose columns are read one after the other. */
export interface Band {
  readonly columns: readonly Column[]
  readonly top: number
  readonly bottom: number
}

export interface Column {
  readonly left: number
  readonly right: number
  readonly blocks: readonly Block[]
  /** Its first paragraph was merged into the last one of the previous column. */
  readonly isContinued?: boolean
  /** Must end here in the output: it was ended early, or the document can be reproduced line by line. */
  readonly hasFixedEnd?: boolean
}

export interface Margins {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Layout of one page. */
export interface PageLayout {
  readonly number: number
  readonly width: number
  readonly height: number
  readonly margins: Margins
  readonly bands: readonly Band[]
  /** Begins with a separate block after a page with a fixed end. */
  readonly startsPage: boolean
}

/** Header or footer line; page numbers are represented by `pageNumberMark` and `pageCountMark`. */
export interface RunningLine {
  readonly spans: readonly Span[]
  readonly alignment: Alignment
  /** From the nearer edge of the page. */
  readonly distance: number
}

export const pageNumberMark = '\u{F8F0}'
export const pageCountMark = '\u{F8F1}'

export interface LaidOutDocument {
  readonly pages: readonly PageLayout[]
  readonly header: readonly RunningLine[]
  readonly footer: readonly RunningLine[]
  /** Font size of most of the text. */
  readonly bodySize: number
  readonly bodyFont: SpanStyle
  readonly title: string | undefined
  readonly author: string | undefined
  readonly language: string | undefined
}

/** Vertical text is beside the others. */
export function isInFlow(block: Block): boolean {
  return block.kind !== 'paragraph' || block.vertical === undefined
}

/** Vertical text in the margin: a stamp or running text of the page, which formats without pages leave out. */
export function isMarginStamp(block: Block, { width, margins }: PageLayout): boolean {
  if (block.kind !== 'paragraph' || block.vertical === undefined) return false
  return block.box.right <= margins.left || block.box.left >= width - margins.right
}

export function plainText(spans: readonly Span[]): string {
  return spans.map(span => span.text).join('')
}

/** Header and footer lines for formats without pages, where page numbers have no meaning. */
export function unpagedLines(lines: readonly RunningLine[]): string[] {
  return lines.map(line => plainText(line.spans).trim()).filter(text => !text.includes(pageNumberMark))
}
