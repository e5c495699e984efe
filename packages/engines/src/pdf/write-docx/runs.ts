/** Writes spans as runs that only contain differences to the paragraph style. */
import {
  ExternalHyperlink,
  FootnoteReferenceRun,
  type IRunOptions,
  PageNumber,
  type ParagraphChild,
  ShadingType,
  TextRun,
  UnderlineType,
} from 'docx'
import { fontFamily } from '../../page-layout/fonts.ts'
import { pageCountMark, pageNumberMark, type Span, type SpanStyle } from '../../page-layout/model.ts'
import type { InlineImage } from '../../page-layout/page-model.ts'
import { halfPoints, hex } from './units.ts'

type Change<Options> = { -readonly [Name in keyof Options]?: Options[Name] | undefined }

export function runsOf(
  spans: readonly Span[],
  base: SpanStyle,
  noteId: (span: Span) => number | undefined,
  imageOf: (image: InlineImage) => ParagraphChild | undefined = () => undefined,
): ParagraphChild[] {
  return spans.flatMap((span): ParagraphChild[] => {
    if (span.image) return [imageOf(span.image) ?? []].flat()
    const note = noteId(span)
    if (note !== undefined) return [new FootnoteReferenceRun(note)]
    const runs = partsOf(withoutControlCharacters(span.text)).map(
      part => new TextRun({ ...part, ...runStyle(span.style, base) }),
    )
    if (span.link === undefined) return runs
    return [new ExternalHyperlink({ link: span.link, children: runs })]
  })
}

/** Removes characters not allowed in XML 1.0 and all other control characters except tabs. */
function withoutControlCharacters(text: string): string {
  return text.replace(/(?!\t)\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu, '')
}

function partsOf(text: string): IRunOptions[] {
  if (!text.includes(pageNumberMark) && !text.includes(pageCountMark)) return [{ text }]
  return text
    .split(new RegExp(`(${pageNumberMark}|${pageCountMark})`, 'u'))
    .filter(part => part !== '')
    .map(part => {
      if (part === pageNumberMark) return { children: [PageNumber.CURRENT] }
      return part === pageCountMark ? { children: [PageNumber.TOTAL_PAGES] } : { text: part }
    })
}

function runStyle(style: SpanStyle, base: SpanStyle): IRunOptions {
  const family = fontFamily(style)
  const change: Change<IRunOptions> = {}
  if (family !== fontFamily(base)) change.font = family
  // Superscript and subscript imply a smaller size.
  if (style.size !== base.size && style.script === undefined) {
    change.size = halfPoints(style.size)
    change.sizeComplexScript = halfPoints(style.size)
  }
  if (style.isBold !== base.isBold) change.bold = style.isBold
  if (style.isItalic !== base.isItalic) change.italics = style.isItalic
  if (style.color !== base.color) change.color = hex(style.color)
  if (style.isUnderlined) change.underline = { type: UnderlineType.SINGLE }
  if (style.isStruck) change.strike = true
  if (style.highlight !== undefined)
    change.shading = { type: ShadingType.CLEAR, fill: hex(style.highlight), color: 'auto' }
  if (style.script === 'super') change.superScript = true
  if (style.script === 'sub') change.subScript = true
  return change as IRunOptions
}
