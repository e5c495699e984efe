/** Appearances of annotations that have none, as viewers draw them; what they do not draw stays empty. */
import type { PdfDict, PdfValue } from '../../qpdf/pdf-value.ts'
import type { ArchiveEdit } from './archive-edit.ts'

const iconTypes = new Set([
  '/Text',
  '/FreeText',
  '/Stamp',
  '/Caret',
  '/Polygon',
  '/PolyLine',
  '/Redact',
  '/Watermark',
])

export async function drawAppearance(edit: ArchiveEdit, dict: PdfDict): Promise<string> {
  const numbers = (value: PdfValue | undefined) =>
    edit.document.array(value).map(item => Number(edit.document.resolve(item)))
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers(dict['/Rect'])
  const box = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
  const type = String(dict['/Subtype'])
  if (iconTypes.has(type))
    edit.changes.add(`Annotations of the kind ${type.slice(1)} without an appearance are not drawn.`)
  const isHighlight = type === '/Highlight'
  const content = contentOf(type, {
    box,
    quads: numbers(dict['/QuadPoints']),
    line: numbers(dict['/L']),
    strokes: edit.document.array(dict['/InkList']).map(numbers),
    color: numbers(dict['/C']),
    width: Number(edit.document.resolve(edit.document.dictionary(dict['/BS'])?.['/W']) ?? 1),
  })
  return edit.addStream(Buffer.from(content), {
    '/Type': '/XObject',
    '/Subtype': '/Form',
    '/BBox': box,
    '/Matrix': [1, 0, 0, 1, 0, 0],
    '/Resources': isHighlight
      ? { '/ExtGState': { '/Mode': { '/Type': '/ExtGState', '/BM': '/Multiply' } } }
      : {},
    ...(isHighlight && { '/Group': { '/S': '/Transparency' } }),
  })
}

interface Shape {
  readonly box: readonly number[]
  /** Four corners each, the two upper ones first. */
  readonly quads: readonly number[]
  readonly line: readonly number[]
  readonly strokes: readonly (readonly number[])[]
  readonly color: readonly number[]
  readonly width: number
}

function contentOf(type: string, { box, quads, line, strokes, color, width }: Shape): string {
  const pen = `${colorOperator(color, ['G', 'RG', 'K'])} ${width} w`
  const quadLines = (draw: (corners: readonly number[]) => string) => {
    const lines: string[] = []
    for (let at = 0; at + 8 <= quads.length; at += 8) lines.push(draw(quads.slice(at, at + 8)))
    return lines.join('\n')
  }
  if (type === '/Highlight')
    return `/Mode gs ${colorOperator(color, ['g', 'rg', 'k'])}\n${quadLines(([a, b, c, d, e, f, g, h]) => `${a} ${b} m ${c} ${d} l ${g} ${h} l ${e} ${f} l f`)}`
  if (type === '/Underline' || type === '/Squiggly')
    return `${pen}\n${quadLines(([, , , , e, f, g, h]) => `${e} ${f} m ${g} ${h} l S`)}`
  if (type === '/StrikeOut')
    return `${pen}\n${quadLines(([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]) => `${(a + e) / 2} ${(b + f) / 2} m ${(c + g) / 2} ${(d + h) / 2} l S`)}`
  if (type === '/Line') return `${pen}\n${pathOf(line)} S`
  if (type === '/Ink') return `${pen}\n${strokes.map(points => `${pathOf(points)} S`).join('\n')}`
  const [left = 0, bottom = 0, right = 0, top = 0] = box
  if (type === '/Square')
    return `${pen}\n${left + width / 2} ${bottom + width / 2} ${right - left - width} ${top - bottom - width} re S`
  return ''
}

function pathOf(points: readonly number[]): string {
  const parts: string[] = []
  for (let at = 0; at + 2 <= points.length; at += 2)
    parts.push(`${points[at]} ${points[at + 1]} ${at === 0 ? 'm' : 'l'}`)
  return parts.join(' ')
}

function colorOperator(
  color: readonly number[],
  [gray, rgb, cmyk]: readonly [string, string, string],
): string {
  const operator = { 1: gray, 3: rgb, 4: cmyk }[color.length]
  return operator === undefined ? `0 ${gray}` : `${color.join(' ')} ${operator}`
}
