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
  for (const batch of batchesOf(
    document,
    [...alike.values()].filter(({ length }) => length > 1),
  )) {
    const hashes = new Map<number, string>()
    for (const [number, { datafile }] of await dumpStreams(path, batch.flat(), prefix, 'none')) {
      hashes.set(number, await hashOf(datafile))
      await rm(datafile)
    }
    for (const numbers of batch) {
      const byHash = new Map<string, number>()
      for (const number of numbers) {
        const hash = hashes.get(number)
        const first = hash === undefined ? undefined : byHash.get(hash)
        if (first !== undefined) sameAs.set(number, first)
        else if (hash !== undefined) byHash.set(hash, number)
      }
    }
  }
  return sameAs
}

async function hashOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}

/** Written to files together. */
const maxBatchStreams = 2000
const maxBatchBytes = 256 * 1024 * 1024

/** Whole groups of streams that may be equal. */
function batchesOf(document: PdfDocument, groups: readonly (readonly number[])[]): (readonly number[])[][] {
  const batches: (readonly number[])[][] = [[]]
  let [streams, bytes] = [0, 0]
  for (const group of groups) {
    const length = Number(document.resolve(document.object(group[0] ?? 0)?.stream?.dict['/Length']) ?? 0)
    streams += group.length
    bytes += group.length * length
    if (streams > maxBatchStreams || bytes > maxBatchBytes) {
      batches.push([])
      ;[streams, bytes] = [group.length, group.length * length]
    }
    batches.at(-1)?.push(group)
  }
  return batches
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
