/** Name trees and number trees: sorted keys with values, in nodes. */
import type { PdfDocument } from './pdf-document.ts'
import { type PdfDict, type PdfValue, referencedNumber, sortBytes } from './pdf-value.ts'

const maxDepth = 50
const entriesPerNode = 200

type Leaf = '/Names' | '/Nums'

/** Entries as written; a damaged tree gives those that can be read. */
export function readTree(
  document: PdfDocument,
  root: PdfValue | undefined,
  leaf: Leaf,
): [key: PdfValue, value: PdfValue][] {
  const entries: [PdfValue, PdfValue][] = []
  const seen = new Set<number>()
  const visit = (value: PdfValue | undefined, depth: number) => {
    const number = referencedNumber(value)
    const node = document.dictionary(value)
    if (node === undefined || depth > maxDepth || (number !== undefined && seen.has(number))) return
    if (number !== undefined) seen.add(number)
    const pairs = document.array(node[leaf])
    for (let index = 0; index + 1 < pairs.length; index += 2)
      entries.push([document.resolve(pairs[index]), pairs[index + 1] ?? null])
    for (const kid of document.array(node['/Kids'])) visit(kid, depth + 1)
  }
  visit(root, 0)
  return entries
}

export function writeNameTree(document: PdfDocument, entries: ReadonlyMap<string, PdfValue>): string {
  const sorted = [...entries]
    .map(([key, value]) => ({ key, value, bytes: sortBytes(key) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
  return writeNodes(
    document,
    '/Names',
    sorted.map(({ key, value }) => [key, value]),
  )
}

export function writeNumberTree(document: PdfDocument, entries: ReadonlyMap<number, PdfValue>): string {
  return writeNodes(
    document,
    '/Nums',
    [...entries].sort(([a], [b]) => a - b),
  )
}

function writeNodes(document: PdfDocument, leaf: Leaf, entries: readonly [PdfValue, PdfValue][]): string {
  if (entries.length <= entriesPerNode) return document.add({ [leaf]: entries.flat() })
  const kids: string[] = []
  for (let start = 0; start < entries.length; start += entriesPerNode) {
    const part = entries.slice(start, start + entriesPerNode)
    const limits = [part[0]?.[0] ?? null, part.at(-1)?.[0] ?? null]
    const node: PdfDict = { '/Limits': limits, [leaf]: part.flat() }
    kids.push(document.add(node))
  }
  return document.add({ '/Kids': kids })
}
