/** Annotations of permitted kinds, printed and visible, with one appearance each. */
import { readPageTree } from '../../assemble/page-tree.ts'
import {
  isDictionary,
  isName,
  type PdfDict,
  type PdfValue,
  referencedNumber,
  referenceTo,
} from '../../qpdf/pdf-value.ts'
import type { ArchiveEdit } from './archive-edit.ts'

/** Appearances of annotations that have none, as viewers draw them; what they do not draw stays empty. */
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

async function drawAppearance(edit: ArchiveEdit, dict: PdfDict): Promise<string> {
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

const forbiddenTypes = new Set([
  '/3D',
  '/Sound',
  '/Screen',
  '/Movie',
  '/RichMedia',
  '/FileAttachment',
  '/Projection',
])
const flags = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 }
const hiding = flags.invisible | flags.hidden | flags.noView | flags.toggleNoView

export async function fixAnnotations(edit: ArchiveEdit): Promise<void> {
  const { document } = edit
  const catalog = document.dictionary(document.trailer()['/Root'])
  for (const { number } of readPageTree(document, catalog?.['/Pages']).pages) {
    const page = document.dictionary(referenceTo(number))
    if (page?.['/Annots'] === undefined) continue
    const kept: PdfValue[] = []
    for (const value of document.array(page['/Annots'])) {
      const dict = document.dictionary(value)
      if (dict === undefined || isRemoved(edit, dict)) continue
      const fixed = await fixAnnotation(edit, dict)
      const own = referencedNumber(value)
      if (own === undefined) kept.push(document.add(fixed))
      else {
        document.set(own, fixed)
        kept.push(value)
      }
    }
    document.set(number, { ...page, '/Annots': kept })
  }
}

function isRemoved({ document, changes }: ArchiveEdit, dict: PdfDict): boolean {
  const subtype = isName(dict['/Subtype']) ? dict['/Subtype'] : ''
  if (subtype === '' || forbiddenTypes.has(subtype)) {
    changes.add(`Annotations of the kind ${subtype.slice(1, 40)} were removed.`)
    return true
  }
  const isHidden = (Number(document.resolve(dict['/F']) ?? 0) & (flags.hidden | flags.noView)) !== 0
  if (isHidden && subtype !== '/Popup')
    changes.add('Hidden annotations and form fields were removed from their pages.')
  return isHidden && subtype !== '/Popup'
}

async function fixAnnotation(edit: ArchiveEdit, given: PdfDict): Promise<PdfDict> {
  const { document } = edit
  const isWidget = given['/Subtype'] === '/Widget'
  const { '/A': action, ...rest } = given
  if (isWidget && action !== undefined) edit.changes.add('Actions of form fields were removed.')
  const dict: PdfDict = isWidget || action === undefined ? rest : given
  if (dict['/Subtype'] === '/Popup') return dict
  const value = Number(document.resolve(dict['/F']) ?? 0)
  const shown: PdfDict = { ...dict, '/F': (value | flags.print) & ~hiding }
  const appearance = document.dictionary(dict['/AP'])
  const normal = appearance === undefined ? null : await fixNormal(edit, shown, appearance['/N'] ?? null)
  if (normal !== null) return { ...shown, ...normal }
  const { '/AP': _, ...without } = shown
  if (dict['/Subtype'] === '/Link' || hasNoSize(edit, dict)) return without
  const drawn = await drawAppearance(edit, dict)
  return isButton(edit, dict)
    ? { ...without, '/AP': { '/N': { '/Off': drawn } }, '/AS': '/Off' }
    : { ...without, '/AP': { '/N': drawn } }
}

/** A button has one appearance for each state, everything else exactly one. */
async function fixNormal(
  { document }: ArchiveEdit,
  dict: PdfDict,
  normal: PdfValue,
): Promise<PdfDict | null> {
  const isStream = document.object(referencedNumber(normal) ?? -1)?.stream !== undefined
  const states = isStream ? undefined : document.dictionary(normal)
  if (isButton({ document }, dict)) {
    if (isStream) return { '/AP': { '/N': { '/Normal': normal } }, '/AS': '/Normal' }
    return states === undefined || Object.keys(states).length === 0 ? null : { '/AP': { '/N': normal } }
  }
  if (isStream) return { '/AP': { '/N': normal } }
  const state = document.resolve(dict['/AS'])
  const chosen = isName(state) ? states?.[state] : undefined
  return chosen === undefined ? null : { '/AP': { '/N': chosen } }
}

function hasNoSize({ document }: ArchiveEdit, dict: PdfDict): boolean {
  const [left, bottom, right, top] = document.array(dict['/Rect']).map(item => document.resolve(item))
  return left === right && bottom === top
}

function isButton({ document }: Pick<ArchiveEdit, 'document'>, dict: PdfDict): boolean {
  let field: PdfDict | undefined = dict['/Subtype'] === '/Widget' ? dict : undefined
  for (let depth = 0; depth < 50 && isDictionary(field ?? null); depth++) {
    if (field?.['/FT'] !== undefined) return document.resolve(field['/FT']) === '/Btn'
    field = document.dictionary(field?.['/Parent'])
  }
  return false
}
