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
import { drawAppearance } from './draw-appearance.ts'

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
