/** Draws the appearance of a field with its value: frame, text, list, or the mark of a check box. */
import type { PDFFont, PDFPage } from '@cantoo/pdf-lib'
import { type Drawing, type Drawings, lineHeight } from '../draw/drawings.ts'
import type { DrawnSize } from '../draw/geometry.ts'
import { type FormField, fieldFlags } from './form-field.ts'
import { layOutComb, layOutLine, layOutLines, type TextLayout } from './lay-out-text.ts'
import type { FieldColor, FieldStyle } from './text-style.ts'

export interface PaintedField {
  readonly drawing: Drawing
  readonly isCut: boolean
}

const selectionColor: FieldColor = [0.6, 0.75, 0.86]
const minPadding = 2
const listFontSize = 12

/** A text field or combo box that shows this text. */
export async function paintText(
  drawings: Drawings,
  field: Pick<FormField, 'type' | 'flags' | 'maxLength'>,
  text: string,
  { size, style }: { readonly size: DrawnSize; readonly style: FieldStyle },
): Promise<PaintedField> {
  const box = { size, padding: paddingOf(style), style }
  const { flags, maxLength = 0 } = field
  const isText = field.type === 'text'
  const isComb = isText && flags & fieldFlags.comb && maxLength > 0 && !(flags & fieldFlags.multiline)
  const shown = isText && flags & fieldFlags.password ? '*'.repeat([...text].length) : text
  const layout = isComb
    ? await layOutComb(drawings, shown, box, maxLength)
    : isText && flags & fieldFlags.multiline
      ? await layOutLines(drawings, shown, box)
      : await layOutLine(drawings, shown, box)
  const drawing = drawings.addPainted(size, page => {
    paintFrame(drawings, page, size, style)
    if (isComb) paintCells(drawings, page, { size, style, cells: maxLength })
    paintLines(drawings, page, { size, style, layout })
  })
  return { drawing, isCut: layout.isCut }
}

/** A list box with its choices from the first visible one on; the chosen ones are marked. */
export async function paintList(
  drawings: Drawings,
  labels: readonly { readonly label: string; readonly isChosen: boolean }[],
  { size, style }: { readonly size: DrawnSize; readonly style: FieldStyle },
): Promise<Drawing> {
  const padding = paddingOf(style)
  const fontSize = style.fontSize || listFontSize
  const step = fontSize * lineHeight
  const visible = labels.slice(0, Math.ceil(size.height / step))
  const lines = await Promise.all(
    visible.map(async ({ label, isChosen }, index) => {
      const line = await drawings.lineOf(label, style.face)
      const top = size.height - padding - index * step
      return { line, isChosen, x: padding, top, y: top - line.ascent * fontSize }
    }),
  )
  return drawings.addPainted(size, page => {
    const { rectangle, fill } = drawings.library
    paintFrame(drawings, page, size, style)
    for (const { top, isChosen } of lines)
      if (isChosen)
        page.pushOperators(
          ...colorOperators(drawings, selectionColor, 'fill'),
          rectangle(style.borderWidth, top - step, size.width - 2 * style.borderWidth, step),
          fill(),
        )
    paintLines(drawings, page, { size, style, layout: { fontSize, lines, isCut: false } })
  })
}

/** A check box or radio button; for files that have no appearance for it. */
export function paintMark(
  drawings: Drawings,
  isOn: boolean,
  { size, style, font }: { readonly size: DrawnSize; readonly style: FieldStyle; readonly font: PDFFont },
): Drawing {
  const { beginText, endText, setFontAndSize, setTextMatrix, showText } = drawings.library
  return drawings.addPainted(size, page => {
    paintFrame(drawings, page, size, style)
    if (!isOn) return
    const fontSize = style.fontSize || 0.8 * Math.min(size.width, size.height)
    const width = font.widthOfTextAtSize(markOf(style), fontSize)
    page.pushOperators(
      ...colorOperators(drawings, style.color, 'fill'),
      beginText(),
      setFontAndSize(page.node.newFontDictionary('ZaDb', font.ref), fontSize),
      setTextMatrix(1, 0, 0, 1, (size.width - width) / 2, size.height / 2 - 0.35 * fontSize),
      showText(font.encodeText(markOf(style))),
      endText(),
    )
  })
}

/** ZapfDingbats characters by the codes that forms use for them. */
const marks: Readonly<Record<string, string>> = {
  '4': '✔',
  '5': '✕',
  '8': '✘',
  l: '●',
  n: '■',
  u: '◆',
  H: '★',
}

function markOf({ mark }: FieldStyle): string {
  return marks[mark] ?? '✔'
}

function paddingOf({ borderWidth, borderStyle }: FieldStyle): number {
  const isDouble = borderStyle === 'beveled' || borderStyle === 'inset'
  return Math.max(minPadding, borderWidth * (isDouble ? 3 : 2))
}

function paintFrame(drawings: Drawings, page: PDFPage, size: DrawnSize, style: FieldStyle): void {
  const { rectangle, fill, stroke, setLineWidth, setDashPattern, moveTo, lineTo } = drawings.library
  const { background, border, borderWidth: width, borderStyle } = style
  if (background.length > 0)
    page.pushOperators(
      ...colorOperators(drawings, background, 'fill'),
      rectangle(0, 0, size.width, size.height),
      fill(),
    )
  if (border.length === 0 || width === 0) return
  const outline =
    borderStyle === 'underline'
      ? [moveTo(0, width / 2), lineTo(size.width, width / 2)]
      : [rectangle(width / 2, width / 2, size.width - width, size.height - width)]
  page.pushOperators(
    ...colorOperators(drawings, border, 'stroke'),
    setLineWidth(width),
    setDashPattern(borderStyle === 'dashed' ? [3] : [], 0),
    ...outline,
    stroke(),
    setDashPattern([], 0),
  )
  if (borderStyle === 'beveled' || borderStyle === 'inset')
    paintBevel(drawings, page, size, { width, isRaised: borderStyle === 'beveled' })
}

/** Light and shade inside of the border. */
function paintBevel(
  drawings: Drawings,
  page: PDFPage,
  { width: right, height: top }: DrawnSize,
  { width, isRaised }: { readonly width: number; readonly isRaised: boolean },
): void {
  const { setLineWidth, moveTo, lineTo, stroke } = drawings.library
  const inside = 1.5 * width
  const line = (color: FieldColor, cornerX: number, cornerY: number) =>
    page.pushOperators(
      ...colorOperators(drawings, color, 'stroke'),
      setLineWidth(width),
      moveTo(inside, inside),
      lineTo(cornerX, cornerY),
      lineTo(right - inside, top - inside),
      stroke(),
    )
  line(isRaised ? [1] : [0.5], inside, top - inside)
  line(isRaised ? [0.5] : [0.75], right - inside, inside)
}

function paintCells(
  drawings: Drawings,
  page: PDFPage,
  { size, style, cells }: { readonly size: DrawnSize; readonly style: FieldStyle; readonly cells: number },
): void {
  const { moveTo, lineTo, stroke, setLineWidth } = drawings.library
  if (style.borderWidth === 0) return
  const dividers = Array.from({ length: cells - 1 }, (_, index) => ((index + 1) * size.width) / cells)
  page.pushOperators(
    ...colorOperators(drawings, style.border, 'stroke'),
    setLineWidth(style.borderWidth),
    ...dividers.flatMap(x => [moveTo(x, 0), lineTo(x, size.height)]),
    stroke(),
  )
}

/** Between the marks by which programs find the text to replace, and cut to the inside of the border. */
function paintLines(
  drawings: Drawings,
  page: PDFPage,
  {
    size,
    style,
    layout,
  }: { readonly size: DrawnSize; readonly style: FieldStyle; readonly layout: TextLayout },
): void {
  const { pushGraphicsState, popGraphicsState, rectangle, clip, endPath } = drawings.library
  const { beginMarkedContent, endMarkedContent } = drawings.library
  const edge = Math.min(1, style.borderWidth)
  page.pushOperators(
    beginMarkedContent('Tx'),
    pushGraphicsState(),
    rectangle(edge, edge, Math.max(0, size.width - 2 * edge), Math.max(0, size.height - 2 * edge)),
    clip(),
    endPath(),
    ...colorOperators(drawings, style.color, 'fill'),
  )
  for (const { line, x, y } of layout.lines)
    if (line.runs.length > 0) drawings.showLine(page, line, { x, y, fontSize: layout.fontSize })
  page.pushOperators(popGraphicsState(), endMarkedContent())
}

function colorOperators({ library }: Drawings, color: FieldColor, use: 'fill' | 'stroke') {
  const part = (index: number) => Math.min(1, Math.max(0, color[index] ?? 0))
  const found =
    color.length === 1
      ? library.grayscale(part(0))
      : color.length === 3
        ? library.rgb(part(0), part(1), part(2))
        : library.cmyk(part(0), part(1), part(2), part(3))
  return [use === 'fill' ? library.setFillingColor(found) : library.setStrokingColor(found)]
}
