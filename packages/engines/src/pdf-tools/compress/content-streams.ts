/** Content streams of pages, and what pages inherit. */
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import { type PdfDict, referencedNumber } from '../qpdf/pdf-value.ts'

const maxDepth = 50

export function contentNumbers(document: PdfDocument, page: PdfDict): number[] {
  const given = page['/Contents']
  const listed = document.array(given)
  return (listed.length > 0 ? listed : [given ?? null]).flatMap(item => referencedNumber(item) ?? [])
}

export function inheritedDict(document: PdfDocument, page: PdfDict, key: string): PdfDict {
  let node: PdfDict | undefined = page
  for (let depth = 0; node !== undefined && depth < maxDepth; depth++) {
    if (node[key] !== undefined) return document.dictionary(node[key]) ?? {}
    node = document.dictionary(node['/Parent'])
  }
  return {}
}
