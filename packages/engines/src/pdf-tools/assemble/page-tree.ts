/** Reads the pages of a PDF with what they inherit, and writes a page tree. */
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import {
  isDictionary,
  type PdfDict,
  type PdfValue,
  referencedNumber,
  referenceTo,
} from '../qpdf/pdf-value.ts'

export interface SourcePage {
  readonly number: number
  /** Attributes of the page tree that the page does not have itself. */
  readonly inherited: PdfDict
}

export interface SourcePages {
  readonly pages: readonly SourcePage[]
  /** Object numbers of the nodes above the pages. */
  readonly nodes: ReadonlySet<number>
}

const inheritable = ['/Resources', '/MediaBox', '/CropBox', '/Rotate'] as const
const maxDepth = 100
const pagesPerNode = 100

export function readPageTree(document: PdfDocument, root: PdfValue | undefined): SourcePages {
  const pages: SourcePage[] = []
  const nodes = new Set<number>()
  const visit = (value: PdfValue, inherited: PdfDict, depth: number) => {
    const number = referencedNumber(isDictionary(value) ? document.add(value) : value)
    const node = number === undefined ? undefined : document.dictionary(referenceTo(number))
    if (number === undefined || node === undefined || depth > maxDepth) return
    if (!('/Kids' in node)) {
      pages.push({ number, inherited })
      return
    }
    if (nodes.has(number)) return
    nodes.add(number)
    const passedOn = { ...inherited, ...pick(node, inheritable) }
    for (const kid of document.array(node['/Kids'])) visit(kid, passedOn, depth + 1)
  }
  visit(root ?? null, {}, 0)
  return { pages, nodes }
}

function pick(from: PdfDict, keys: readonly string[]): PdfDict {
  const found: PdfDict = {}
  for (const key of keys) if (from[key] !== undefined) found[key] = from[key]
  return found
}

/** Sets the parent of every page and returns a reference to the root. */
export function writePageTree(document: PdfDocument, pages: readonly number[]): string {
  const root = document.add(null)
  const kids: string[] = []
  if (pages.length <= pagesPerNode) kids.push(...setParents(document, pages, root))
  else
    for (let start = 0; start < pages.length; start += pagesPerNode) {
      const part = pages.slice(start, start + pagesPerNode)
      const node = document.add(null)
      const partKids = setParents(document, part, node)
      document.set(referencedNumber(node) ?? 0, {
        '/Type': '/Pages',
        '/Parent': root,
        '/Count': part.length,
        '/Kids': partKids,
      })
      kids.push(node)
    }
  document.set(referencedNumber(root) ?? 0, { '/Type': '/Pages', '/Count': pages.length, '/Kids': kids })
  return root
}

function setParents(document: PdfDocument, pages: readonly number[], parent: string): string[] {
  return pages.map(number => {
    const reference = referenceTo(number)
    document.set(number, { ...document.dictionary(reference), '/Parent': parent })
    return reference
  })
}
