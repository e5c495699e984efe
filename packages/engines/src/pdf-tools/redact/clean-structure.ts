/** Removes alternative texts of structure elements whose content was marked. */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from '@cantoo/pdf-lib'
import { dictEntry, entryOf } from './pdf-objects.ts'

const spokenKeys = ['ActualText', 'Alt', 'E', 'T']
const maxDepth = 200

/** Ids of marked content that lost something. */
export interface TouchedIds {
  has(id: number): boolean
}

/** For each page. */
export function cleanStructure(document: PDFDocument, touched: ReadonlyMap<PDFDict, TouchedIds>): number {
  let removed = 0
  const elements = new Set<PDFDict>()
  for (const [, object] of document.context.enumerateIndirectObjects())
    if (object instanceof PDFDict && object.has(PDFName.of('S')) && isTouched(object, touched)) {
      let element: PDFDict | undefined = object
      for (let depth = 0; element !== undefined && depth < maxDepth; depth++) {
        elements.add(element)
        element = dictEntry(element, 'P')
      }
    }
  for (const element of elements) for (const key of spokenKeys) if (element.delete(PDFName.of(key))) removed++
  return removed
}

function isTouched(element: PDFDict, touched: ReadonlyMap<PDFDict, TouchedIds>): boolean {
  const page = dictEntry(element, 'Pg')
  const kids = entryOf(element, 'K')
  const items: PDFObject[] = kids instanceof PDFArray ? kids.asArray() : kids === undefined ? [] : [kids]
  return items.some(item => {
    const kid = item instanceof PDFRef ? element.context.lookup(item) : item
    if (kid instanceof PDFNumber) return page !== undefined && touched.get(page)?.has(kid.asNumber()) === true
    if (!(kid instanceof PDFDict)) return false
    const id = entryOf(kid, 'MCID')
    const place = dictEntry(kid, 'Pg') ?? page
    return id instanceof PDFNumber && place !== undefined && touched.get(place)?.has(id.asNumber()) === true
  })
}
