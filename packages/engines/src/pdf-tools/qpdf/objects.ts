/** The objects of a PDF as JSON of qpdf, without a parser of ours: references are "12 0 R", names "/Name", text "u:...". */
import { z } from 'zod'
import { runQpdf } from './run-qpdf.ts'

export type PdfValue = null | boolean | number | string | PdfValue[] | PdfDict
export interface PdfDict {
  [key: string]: PdfValue
}

export interface PdfObject {
  readonly value?: PdfValue
  readonly stream?: { readonly dict: PdfDict; readonly datafile?: string }
}

export interface PdfObjects {
  /** By reference. */
  readonly objects: ReadonlyMap<string, PdfObject>
  readonly trailer: PdfDict
  readonly maxObjectId: number
}

const outputSchema = z.object({
  qpdf: z.tuple([z.object({ maxobjectid: z.number() }), z.record(z.string(), z.unknown())]),
})

const keyPrefix = 'obj:'

/** Reads all objects without the data of streams. */
export async function readObjects(path: string): Promise<PdfObjects> {
  const { stdout } = await runQpdf(['--json=2', '--json-key=qpdf', '--json-stream-data=none', path])
  return parseObjects(stdout)
}

/** Writes the data of some streams to files `<prefix>-<id>`, decoded unless only an image decoder can. */
export async function dumpStreams(
  path: string,
  references: readonly string[],
  prefix: string,
): Promise<PdfObjects> {
  const { stdout } = await runQpdf([
    ...['--json=2', '--json-key=qpdf', '--json-stream-data=file', '--decode-level=generalized'],
    `--json-stream-prefix=${prefix}`,
    ...references.map(reference => `--json-object=${reference.replace(/ (\d+) R$/, ',$1')}`),
    path,
  ])
  return parseObjects(stdout)
}

function parseObjects(json: string): PdfObjects {
  const [{ maxobjectid }, entries] = outputSchema.parse(JSON.parse(json)).qpdf
  const objects = new Map<string, PdfObject>()
  let trailer: PdfDict = {}
  for (const [key, entry] of Object.entries(entries)) {
    // qpdf wrote it: the shapes are those of its manual.
    const object = entry as PdfObject
    if (key === 'trailer') trailer = dictOf(object.value)
    else objects.set(key.slice(keyPrefix.length), object)
  }
  return { objects, trailer, maxObjectId: maxobjectid }
}

export function isReference(value: PdfValue | undefined): value is string {
  return typeof value === 'string' && /^\d+ \d+ R$/.test(value)
}

/** Follows references, at most as many as a sane file has. */
export function resolve({ objects }: PdfObjects, value: PdfValue | undefined): PdfValue | undefined {
  let found = value
  for (let depth = 0; isReference(found) && depth < 20; depth++) {
    const object = objects.get(found)
    found = object?.stream ? object.stream.dict : object?.value
  }
  return found
}

export function dictOf(value: PdfValue | undefined): PdfDict {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

export function numbersOf(value: PdfValue | undefined): number[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'number') : []
}

/** Changed and new objects, for `--update-from-json`. */
export function updateJson(maxObjectId: number, changed: ReadonlyMap<string, PdfObject>): string {
  const objects = Object.fromEntries(
    [...changed].map(([reference, object]) => [`${keyPrefix}${reference}`, object]),
  )
  const header = {
    jsonversion: 2,
    pushedinheritedpageresources: false,
    calledgetallpages: false,
    maxobjectid: maxObjectId,
  }
  return JSON.stringify({ qpdf: [header, objects] })
}
