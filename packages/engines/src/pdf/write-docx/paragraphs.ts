/** Writes paragraphs with their style, alignment and spacing. */
import {
  AlignmentType,
  ColumnBreak,
  HeadingLevel,
  ImageRun,
  type IParagraphOptions,
  LineRuleType,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  TabStopType,
  TextRun,
} from 'docx'
import { hasKnownLineHeight, naturalLineHeight } from '../../page-layout/fonts.ts'
import type * as model from '../../page-layout/model.ts'
import type { InlineImage } from '../../page-layout/page-model.ts'
import type { EncodedImage } from '../images.ts'
import type { Numbering } from './numbering.ts'
import { runsOf } from './runs.ts'
import type { TextStyles } from './text-styles.ts'
import { hex, pixels, twips } from './units.ts'

export interface WritingContext {
  readonly styles: TextStyles
  readonly numbering: Numbering
  readonly images: ReadonlyMap<string, EncodedImage>
  /** Registers a footnote and returns its number. */
  readonly addNote: (note: model.Footnote) => number
}

export interface BlockStart {
  readonly isPageStart?: boolean
  readonly before?: readonly ParagraphChild[]
  /** Of the column or cell, in points: no table or image is wider. */
  readonly width?: number | undefined
}

const headingLevels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
]

export const alignments = {
  start: AlignmentType.START,
  center: AlignmentType.CENTER,
  end: AlignmentType.END,
  justified: AlignmentType.BOTH,
} as const

export function writeParagraph(
  paragraph: model.Paragraph,
  context: WritingContext,
  start: BlockStart = {},
): Paragraph {
  const { role } = paragraph
  const base = (role.kind === 'heading' && context.styles.headings.get(role.level)) || context.styles.body
  const noteId = (span: model.Span) => (span.note ? context.addNote(span.note) : undefined)
  const writeInlineImage = ({ id, width, height }: InlineImage) => {
    const encoded = context.images.get(id)
    const transformation = { width: pixels(width), height: pixels(height) }
    return encoded && new ImageRun({ type: encoded.format, data: encoded.data, transformation })
  }
  const options: IParagraphOptions = {
    children: [...(start.before ?? []), ...runsOf(paragraph.spans, base, noteId, writeInlineImage)],
    ...(role.kind === 'heading' && { heading: headingLevels[role.level - 1] ?? HeadingLevel.HEADING_4 }),
    ...(role.kind === 'item' && {
      numbering: { reference: context.numbering.referenceOf(role), level: role.level },
    }),
    ...(paragraph.alignment !== 'start' && { alignment: alignments[paragraph.alignment] }),
    ...(role.kind !== 'item' && indentOf(paragraph)),
    ...(paragraph.fill !== undefined && {
      shading: { type: ShadingType.CLEAR, fill: hex(paragraph.fill), color: 'auto' },
    }),
    ...(paragraph.tabs &&
      role.kind !== 'item' && {
        tabStops: paragraph.tabs.map(position => ({ type: TabStopType.LEFT, position: twips(position) })),
      }),
    ...(paragraph.isRightToLeft && { bidirectional: true }),
    ...(start.isPageStart && { pageBreakBefore: true }),
    spacing: spacingOf(paragraph),
  }
  return new Paragraph(options)
}

export function columnBreak(): ParagraphChild {
  return new TextRun({ children: [new ColumnBreak()] })
}

function indentOf(paragraph: model.Paragraph): Pick<IParagraphOptions, 'indent'> {
  const { indent, firstIndent } = paragraph
  if (indent === 0 && firstIndent === 0) return {}
  return {
    indent: {
      start: twips(indent),
      ...(firstIndent < 0 ? { hanging: twips(-firstIndent) } : { firstLine: twips(firstIndent) }),
    },
  }
}

/** Preserves the line distance: as a multiple for known fonts, in points for others. */
function spacingOf(paragraph: model.Paragraph): NonNullable<IParagraphOptions['spacing']> {
  const around = { before: twips(paragraph.spaceBefore), after: twips(paragraph.spaceAfter ?? 0) }
  const [first] = paragraph.spans
  if (!first || paragraph.spans.some(span => span.image)) return around
  const natural = naturalLineHeight(first.style)
  if (!paragraph.spans.every(span => hasKnownLineHeight(span.style, span.text))) {
    const leading = paragraph.leading ?? natural * paragraph.size
    return { ...around, line: twips(leading), lineRule: LineRuleType.EXACT }
  }
  const ratio = paragraph.leading === undefined ? 1 : paragraph.leading / (paragraph.size * natural)
  const line = Math.round(240 * Math.min(3, Math.max(0.7, ratio)))
  return { ...around, ...(Math.abs(line - 240) > 2 && { line, lineRule: LineRuleType.AUTO }) }
}
