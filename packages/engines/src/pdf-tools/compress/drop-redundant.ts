/** Drops what no reader shows, and stores equal streams once: merged files carry the same fonts, profiles and logos again. */
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import { type PdfDict, type PdfValue, referencedNumber, referenceTo } from '../qpdf/pdf-value.ts'
import { dumpStreams } from './dump-streams.ts'

/** Small previews of pages, and data that only the program that wrote the file reads. */
const unshownKeys = ['/Thumb', '/PieceInfo']

export async function dropRedundant(path: string, document: PdfDocument, prefix: string): Promise<void> {
  const sameAs = await findDuplicates(path, document, prefix)
  document.walk(document.trailer(), number => {
    const object = document.object(number)
    const before = object?.stream?.dict ?? object?.value
    if (before === undefined) return
    const after = replaceIn(before, sameAs)
    if (after !== before) document.set(number, after)
  })
}

/** The number of the first of several equal streams, by those of the others. Only streams with equal dictionaries are compared. */
async function findDuplicates(
  path: string,
  document: PdfDocument,
  prefix: string,
): Promise<ReadonlyMap<number, number>> {
  const alike = new Map<string, number[]>()
  document.walk(document.trailer(), (number, body) => {
    if (!body.startsWith('"stream"') || hasIdentity(document.object(number)?.stream?.dict ?? {})) return
    alike.set(body, [...(alike.get(body) ?? []), number])
  })
  const sameAs = new Map<number, number>()
  for (const numbers of alike.values()) {
    if (numbers.length < 2) continue
    const byHash = new Map<string, number>()
    for (const [number, { datafile }] of await dumpStreams(path, numbers, prefix)) {
      const hash = createHash('sha256')
        .update(await readFile(datafile))
        .digest('hex')
      await rm(datafile)
      const first = byHash.get(hash)
      if (first === undefined) byHash.set(hash, number)
      else sameAs.set(number, first)
    }
  }
  return sameAs
}

/** Tagged content refers to the one form that it is in. */
function hasIdentity(dict: PdfDict): boolean {
  return '/StructParent' in dict || '/StructParents' in dict
}

/** The value itself if nothing in it changes. */
function replaceIn(value: PdfValue, sameAs: ReadonlyMap<number, number>): PdfValue {
  const same = sameAs.get(referencedNumber(value) ?? -1)
  if (same !== undefined) return referenceTo(same)
  if (Array.isArray(value)) {
    const items = value.map(item => replaceIn(item, sameAs))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const kept = entries
    .filter(([key]) => !unshownKeys.includes(key))
    .map(([key, item]): [string, PdfValue] => [key, replaceIn(item, sameAs)])
  const isSame = kept.length === entries.length && kept.every(([key, item]) => item === value[key])
  return isSame ? value : Object.fromEntries(kept)
}
