/**
 * Reads and changes single objects of a PDF as qpdf's JSON (version 2), without loading the file: names begin with "/", strings
 * with "u:" or "b:", and references are "12 0 R".
 */
import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { PdfDict, PdfValue } from './pdf-value.ts'
import { runQpdf } from './run-qpdf.ts'

const objectSchema = z.object({
  value: z.json().optional(),
  stream: z
    .object({
      dict: z.record(z.string(), z.json()),
      data: z.string().optional(),
      datafile: z.string().optional(),
    })
    .optional(),
})
/** A stream without `data` or `datafile` keeps the data that it has. */
export interface QpdfObject {
  readonly value?: PdfValue | undefined
  readonly stream?:
    | { readonly dict: PdfDict; readonly data?: string | undefined; readonly datafile?: string | undefined }
    | undefined
}

const fileSchema = z.object({
  qpdf: z.tuple([z.object({ maxobjectid: z.number() }), z.record(z.string(), objectSchema)]),
})

export interface QpdfObjects {
  readonly maxId: number
  /** By reference; the trailer as "trailer". */
  readonly objects: ReadonlyMap<string, QpdfObject>
}

export const trailerKey = 'trailer'

export async function readQpdfObjects(
  path: string,
  references: readonly string[] | 'all',
  args: readonly string[] = [],
): Promise<QpdfObjects> {
  const wanted =
    references === 'all'
      ? []
      : references.map(reference => `--json-object=${reference.replace(/ R$/, '').replace(' ', ',')}`)
  const { stdout } = await runQpdf([path, '--json=2', '--json-key=qpdf', ...wanted, ...args])
  const [{ maxobjectid }, found] = fileSchema.parse(JSON.parse(stdout)).qpdf
  const objects = Object.entries(found).map(([key, object]) => [key.replace(/^obj:/, ''), object] as const)
  return { maxId: maxobjectid, objects: new Map(objects) }
}

/** Writes the file, which must not have object streams, with these objects replaced or added. */
export async function updateObjects(
  { path, resultPath, args = [] }: { path: string; resultPath: string; args?: readonly string[] },
  objects: ReadonlyMap<string, QpdfObject>,
): Promise<void> {
  const changes = Object.fromEntries(
    [...objects].map(([key, object]) => [key === trailerKey ? key : `obj:${key}`, object]),
  )
  const header = { jsonversion: 2, pdfversion: '1.7', maxobjectid: 0 }
  const jsonPath = `${resultPath}.json`
  await writeFile(jsonPath, JSON.stringify({ version: 2, parameters: {}, qpdf: [header, changes] }))
  await runQpdf([path, `--update-from-json=${jsonPath}`, ...args, resultPath])
}

export function isReference(value: PdfValue | undefined): value is string {
  return typeof value === 'string' && /^\d+ \d+ R$/.test(value)
}

export function isDict(value: PdfValue | undefined): value is { [key: string]: PdfValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The dictionary of an object, of a stream too. */
export function dictOf(object: QpdfObject | undefined): PdfDict {
  if (object?.stream !== undefined) return object.stream.dict
  return isDict(object?.value) ? object.value : {}
}

/** A stream with this text as its data. */
export function textStream(text: string, dict: PdfDict = {}): QpdfObject {
  return { stream: { dict, data: Buffer.from(text, 'latin1').toString('base64') } }
}

/** The same value with every reference replaced. */
export function mapReferences(value: PdfValue, replace: (reference: string) => string): PdfValue {
  if (isReference(value)) return replace(value)
  if (Array.isArray(value)) return value.map(item => mapReferences(item, replace))
  if (!isDict(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapReferences(item, replace)]))
}
