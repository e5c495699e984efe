/** A document in the making: pages of several sources, and what of the sources must not come with them. */
import type { PageRotation } from '@filesmith/contract/pdf/page-list'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import type { PdfDict } from '../qpdf/pdf-value.ts'
import type { SourcePage } from './page-tree.ts'

/** A source of which the document has pages. */
export interface SourceDocument {
  /** File name without its extension. */
  readonly name: string
  readonly catalog: PdfDict
  readonly trailer: PdfDict
  readonly pages: readonly SourcePage[]
  /** Every page is in the document. */
  readonly isWhole: boolean
  /** Repeated pages: the first set holds the second occurrence of pages, and so on. */
  readonly copies: readonly PageCopies[]
}

/** Object numbers of originals and their copies. */
export interface PageCopies {
  readonly pages: Map<number, number>
  readonly annotations: Map<number, number>
}

export interface PlacedPage {
  readonly number: number
  /** Undefined for an empty page. */
  readonly source: SourceDocument | undefined
  /** Index in its source. */
  readonly index: number
  readonly rotation: PageRotation
  /** Set for a page that appears a second time. */
  readonly copies: PageCopies | undefined
}

export interface Assembly {
  readonly document: PdfDocument
  /** In the order of their first pages. */
  readonly sources: readonly SourceDocument[]
  readonly pages: readonly PlacedPage[]
  /** Objects of the sources that must not be in the result: removed pages, and what belongs to them. */
  readonly removed: Set<number>
  /** Annotations of the pages, without those of copies. */
  readonly annotations: Set<number>
  readonly notes: Set<string>
}

/** The key itself, or with a number if it is taken. */
export function unusedKey(taken: { has(key: string): boolean }, key: string): string {
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : `-${count}`
    const candidate = key.startsWith('b:')
      ? `${key}${Buffer.from(suffix).toString('hex')}`
      : `${key}${suffix}`
    if (!taken.has(candidate)) return candidate
  }
}

/**
 * Adds entries to a dictionary that several sources share. Returns the new keys of those whose key has another meaning in
 * an earlier source.
 */
export function mergeEntries(
  document: PdfDocument,
  into: PdfDict,
  added: PdfDict,
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>()
  const taken = { has: (key: string) => key in into || key in added }
  for (const [key, value] of Object.entries(added)) {
    const existing = into[key]
    if (existing === undefined) into[key] = value
    else if (!isSame(document, existing, value)) {
      const newKey = unusedKey(taken, key)
      renamed.set(key, newKey)
      into[newKey] = value
    }
  }
  return renamed
}

function isSame(document: PdfDocument, a: PdfDict[string], b: PdfDict[string]): boolean {
  return JSON.stringify(document.resolve(a)) === JSON.stringify(document.resolve(b))
}
