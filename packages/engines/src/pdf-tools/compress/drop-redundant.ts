/** Drops what no reader shows, and stores equal streams once: merged files carry the same fonts, profiles and logos again. */
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import {
  dictOf,
  dumpStreams,
  isReference,
  type PdfDict,
  type PdfObject,
  type PdfObjects,
  type PdfValue,
} from '../qpdf/objects.ts'

/** Small previews of pages, and data that only the program that wrote the file reads. */
const unshownKeys = ['/Thumb', '/PieceInfo']

/** Changed objects by reference. */
export async function dropRedundant(
  path: string,
  document: PdfObjects,
  prefix: string,
): Promise<ReadonlyMap<string, PdfObject>> {
  const sameAs = await findDuplicates(path, document, prefix)
  const changed = new Map<string, PdfObject>()
  for (const [reference, object] of document.objects) {
    if (sameAs.has(reference)) continue
    const before = object.stream?.dict ?? object.value
    if (before === undefined) continue
    const after = replaceIn(before, sameAs)
    if (after === before) continue
    changed.set(reference, object.stream ? { stream: { dict: dictOf(after) } } : { value: after })
  }
  return changed
}

/** Only streams with equal dictionaries and lengths are compared. */
async function findDuplicates(
  path: string,
  document: PdfObjects,
  prefix: string,
): Promise<ReadonlyMap<string, string>> {
  const alike = new Map<string, string[]>()
  for (const [reference, { stream }] of document.objects) {
    if (stream === undefined || hasIdentity(stream.dict)) continue
    const key = JSON.stringify(stream.dict)
    alike.set(key, [...(alike.get(key) ?? []), reference])
  }
  const sameAs = new Map<string, string>()
  for (const references of alike.values()) {
    if (references.length < 2) continue
    const byHash = new Map<string, string>()
    const dumped = await dumpStreams(path, references, prefix)
    for (const [reference, { stream }] of dumped.objects) {
      if (stream?.datafile === undefined) continue
      const hash = createHash('sha256')
        .update(await readFile(stream.datafile))
        .digest('hex')
      await rm(stream.datafile)
      const first = byHash.get(hash)
      if (first === undefined) byHash.set(hash, reference)
      else sameAs.set(reference, first)
    }
  }
  return sameAs
}

/** Tagged content refers to the one form that it is in. */
function hasIdentity(dict: PdfDict): boolean {
  return '/StructParent' in dict || '/StructParents' in dict
}

/** The value itself if nothing in it changes. */
function replaceIn(value: PdfValue, sameAs: ReadonlyMap<string, string>): PdfValue {
  if (isReference(value)) return sameAs.get(value) ?? value
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
