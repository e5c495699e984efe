/** Large documents are read without the bytes of their images, which stay on disk; those that nothing changes are never in memory. */
import { isDictionary, type PdfDict, type PdfValue, referencedNumber } from '../qpdf/pdf-value.ts'
import { annotationsOf } from './clean-annotations.ts'
import type { EditedDocument } from './edited-document.ts'

const minImageBytes = 16_384

/** Readers decode stencils before they report them, so that these stay. */
export function largeImages(document: EditedDocument): Set<number> {
  const found = new Set<number>()
  for (const { number, value, isStream } of document.objects())
    if (
      isStream &&
      isDictionary(value) &&
      value['/Subtype'] === '/Image' &&
      value['/ImageMask'] !== true &&
      Number(document.resolve(value['/Length'])) >= minImageBytes
    )
      found.add(number)
  return found
}

/** Objects that a page or its annotations may show. */
export function shownBy(document: EditedDocument, page: PdfDict): ReadonlySet<number> {
  const seen = new Set<number>()
  const appearances = annotationsOf(document, page).map(annotation => annotation['/AP'] ?? null)
  const waiting: PdfValue[] = [page['/Resources'] ?? null, ...appearances]
  while (waiting.length > 0) {
    const value = waiting.pop()
    const number = referencedNumber(value)
    if (number !== undefined && seen.has(number)) continue
    if (number !== undefined) seen.add(number)
    waiting.push(...partsOf(document.resolve(value)))
  }
  return seen
}

/** Annotations and actions lead to other pages. */
function partsOf(value: PdfValue): PdfValue[] {
  if (Array.isArray(value)) return value
  return isDictionary(value) && value['/Type'] !== '/Page' ? Object.values(value) : []
}
