/** Derives document styles for body text and headings from their most common appearance. */
import type { IParagraphStyleOptions } from 'docx'
import { fontFamily } from '../../page-layout/fonts.ts'
import type { Block, LaidOutDocument, Paragraph, SpanStyle } from '../../page-layout/model.ts'
import { halfPoints, hex } from './units.ts'

export interface TextStyles {
  readonly body: SpanStyle
  /** By level, from 1. */
  readonly headings: ReadonlyMap<number, SpanStyle>
}

export function textStyles(document: LaidOutDocument): TextStyles {
  const headings = new Map<number, SpanStyle>()
  for (const paragraph of paragraphsOf(document)) {
    if (paragraph.role.kind !== 'heading' || headings.has(paragraph.role.level)) continue
    const [first] = paragraph.spans
    if (first)
      headings.set(paragraph.role.level, {
        ...first.style,
        script: undefined,
        isUnderlined: false,
        isStruck: false,
        highlight: undefined,
      })
  }
  return { body: document.bodyFont, headings }
}

export function paragraphStyles(styles: TextStyles): IParagraphStyleOptions[] {
  return [...styles.headings].map(([level, style]) => ({
    id: `Heading${level}`,
    name: `heading ${level}`,
    basedOn: 'Normal',
    next: 'Normal',
    quickFormat: true,
    run: {
      font: fontFamily(style),
      size: halfPoints(style.size),
      bold: style.isBold,
      italics: style.isItalic,
      color: hex(style.color),
    },
    paragraph: { keepNext: true, outlineLevel: level - 1 },
  }))
}

function paragraphsOf(document: LaidOutDocument): Paragraph[] {
  const blocks: Block[] = document.pages.flatMap(page =>
    page.bands.flatMap(band => band.columns.flatMap(column => [...column.blocks])),
  )
  return blocks.filter((block): block is Paragraph => block.kind === 'paragraph')
}
