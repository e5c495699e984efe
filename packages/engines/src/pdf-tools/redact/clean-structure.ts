/** Removes alternative texts of structure elements whose content was marked. */
import { isDictionary, type PdfDict } from '../qpdf/pdf-value.ts'
import type { EditedDocument } from './edited-document.ts'
import { drop } from './pdf-objects.ts'

const spokenKeys = ['/ActualText', '/Alt', '/E', '/T']
const maxDepth = 200

/** Ids of marked content that lost something. */
export interface TouchedIds {
  has(id: number): boolean
}

/** For each page. */
export function cleanStructure(document: EditedDocument, touched: ReadonlyMap<PdfDict, TouchedIds>): number {
  let removed = 0
  const elements = new Set<PdfDict>()
  for (const { value } of document.objects())
    if (isDictionary(value) && value['/S'] !== undefined && isTouched(document, value, touched)) {
      let element: PdfDict | undefined = value
      for (let depth = 0; element !== undefined && depth < maxDepth; depth++) {
        elements.add(element)
        element = document.dictionary(element['/P'])
      }
    }
  for (const element of elements) for (const key of spokenKeys) if (drop(element, key)) removed++
  return removed
}

function isTouched(
  document: EditedDocument,
  element: PdfDict,
  touched: ReadonlyMap<PdfDict, TouchedIds>,
): boolean {
  const page = document.dictionary(element['/Pg'])
  const kids = document.resolve(element['/K'])
  return (Array.isArray(kids) ? kids : [kids]).some(item => {
    const kid = document.resolve(item)
    if (typeof kid === 'number') return page !== undefined && touched.get(page)?.has(kid) === true
    if (!isDictionary(kid)) return false
    const id = document.resolve(kid['/MCID'])
    const place = document.dictionary(kid['/Pg']) ?? page
    return typeof id === 'number' && place !== undefined && touched.get(place)?.has(id) === true
  })
}
