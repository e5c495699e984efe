/** Walks the page tree of a PDF and resolves inherited attributes. */
import type { PdfObjects } from './pdf-objects.ts'
import { type PdfDictionary, PdfSyntaxError, readArray, readDictionary, referenceOf } from './pdf-syntax.ts'

export interface PdfPageObject {
  readonly number: number
  readonly dictionary: PdfDictionary
  /** Own or inherited. */
  readonly resources: PdfDictionary
  readonly box: readonly [left: number, bottom: number, right: number, top: number]
  readonly rotate: 0 | 90 | 180 | 270
}

const inheritedNames = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const
const maxDepth = 64
const letterBox = '[0 0 612 792]'

export function findPages(objects: PdfObjects): PdfPageObject[] {
  const root = readDictionary(objects.value(objects.trailer.get('Root')) ?? '')
  const pages: PdfPageObject[] = []
  const visit = (reference: string, inherited: PdfDictionary, depth: number) => {
    const number = referenceOf(reference.trim())
    // A generation other than 0 means that object numbers were reused, which is too rare to support.
    if (number === undefined || !/\s0\s+R$/.test(reference.trim()) || depth > maxDepth)
      throw new PdfSyntaxError('The list of pages is broken')
    const own = readDictionary(objects.object(number))
    const all = new Map(inherited)
    for (const name of inheritedNames) {
      const value = own.get(name)
      if (value !== undefined) all.set(name, value)
    }
    const kids = own.get('Kids')
    if (kids === undefined) pages.push(pageOf(objects, number, own, all))
    else for (const kid of readArray(objects.value(kids) ?? '[]')) visit(kid, all, depth + 1)
  }
  visit(root.get('Pages') ?? '', new Map(), 0)
  return pages
}

function pageOf(
  objects: PdfObjects,
  number: number,
  dictionary: PdfDictionary,
  all: PdfDictionary,
): PdfPageObject {
  if (dictionary.has('UserUnit')) throw new PdfSyntaxError('Pages with a UserUnit are not supported')
  const resources = objects.value(all.get('Resources'))
  const media = boxOf(objects, all.get('MediaBox') ?? letterBox)
  const crop = all.has('CropBox') ? boxOf(objects, all.get('CropBox') ?? '') : media
  const box = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ] as const
  const degrees = Number(objects.value(all.get('Rotate')) ?? 0)
  return {
    number,
    dictionary,
    resources: resources === undefined ? new Map() : readDictionary(resources),
    box: box[2] > box[0] && box[3] > box[1] ? box : media,
    rotate: ((((Math.round(degrees / 90) * 90) % 360) + 360) % 360) as PdfPageObject['rotate'],
  }
}

function boxOf(objects: PdfObjects, raw: string): readonly [number, number, number, number] {
  const [x0, y0, x1, y1] = readArray(objects.value(raw) ?? '[]').map(value => Number(objects.value(value)))
  if ([x0, y0, x1, y1].some(value => value === undefined || !Number.isFinite(value)))
    throw new PdfSyntaxError('A page has no size')
  const [a, b, c, d] = [x0, y0, x1, y1] as [number, number, number, number]
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}
