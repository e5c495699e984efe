/** The objects of one or several PDFs as one document with changes, and the file that qpdf writes of it. */
import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import {
  type IndirectObject,
  isDictionary,
  type PdfDict,
  type PdfStream,
  type PdfValue,
  referencedNumber,
  referenceTo,
  writeValue,
} from './pdf-value.ts'
import { type ReadObjects, readObjects } from './read-objects.ts'
import { readQpdfJson, runQpdf, streamQpdf } from './run-qpdf.ts'

export interface PdfFile {
  readonly path: string
  readonly objects: ReadObjects
}

/**
 * A file that cannot be updated is rewritten: this module knows generation 0 only, and qpdf 11 undoes changes of an object
 * in an object stream when it reads another object of that stream.
 */
export async function openPdfFile(path: string, rewrittenPath: string): Promise<PdfFile> {
  const objects = await readObjects(path)
  if (objects.canBeUpdated) return { path, objects }
  await runQpdf([path, '--object-streams=disable', '--stream-data=preserve', rewrittenPath])
  return { path: rewrittenPath, objects: await readObjects(rewrittenPath) }
}

const maxReferences = 100
/** More than a new document has. */
const emptyFileObjects = 10
const referencesPattern = /"(\d+) 0 R"/g

export class PdfDocument {
  readonly #files: readonly (PdfFile & { readonly offset: number })[]
  readonly #changes = new Map<number, IndirectObject>()
  #nextNumber: number

  /**
   * Objects of the first file keep their numbers, and its streams are not copied: it should be the largest. Without files
   * the document is new.
   */
  constructor(files: readonly PdfFile[]) {
    let offset = 0
    this.#files = files.map(file => {
      const numbered = { ...file, offset }
      offset += file.objects.maxNumber + 1
      return numbered
    })
    this.#nextNumber = offset + emptyFileObjects
  }

  /** The same document; later changes of one are not in the other. */
  copy(): PdfDocument {
    const copy = new PdfDocument(this.#files)
    for (const [number, object] of this.#changes) copy.#changes.set(number, object)
    copy.#nextNumber = this.#nextNumber
    return copy
  }

  trailer(fileIndex = 0): PdfDict {
    const file = this.#files[fileIndex]
    const trailer = file && parseBody(renumber(file.objects.trailer, file.offset)).value
    return isDictionary(trailer) ? trailer : {}
  }

  object(objectNumber: number): IndirectObject | undefined {
    const changed = this.#changes.get(objectNumber)
    if (changed !== undefined) return changed
    const body = this.#readBody(objectNumber)
    return body === undefined ? undefined : parseBody(body)
  }

  /** From now on, `object` gives the same object each time, so that it can be changed in place. */
  hold(): void {
    for (const { objects, offset } of this.#files)
      for (let number = offset + 1; number <= offset + objects.maxNumber; number++) {
        const object = this.object(number)
        if (object !== undefined) this.#changes.set(number, object)
      }
  }

  /** Numbers of objects that were changed, added or held. */
  changedNumbers(): number[] {
    return [...this.#changes.keys()]
  }

  /** JSON text of an object: `"value": ...` or `"stream": ...`. */
  body(objectNumber: number): string | undefined {
    const changed = this.#changes.get(objectNumber)
    return changed === undefined ? this.#readBody(objectNumber) : writeValue(changed).slice(1, -1)
  }

  /** Follows references; a stream is read as its dictionary. */
  resolve(value: PdfValue | undefined): PdfValue {
    let found = value ?? null
    for (let followed = 0; followed < maxReferences; followed++) {
      const number = referencedNumber(found)
      if (number === undefined) return found
      const object = this.object(number)
      found = object?.stream?.dict ?? object?.value ?? null
    }
    return null
  }

  dictionary(value: PdfValue | undefined): PdfDict | undefined {
    const found = this.resolve(value)
    return isDictionary(found) ? found : undefined
  }

  array(value: PdfValue | undefined): PdfValue[] {
    const found = this.resolve(value)
    return Array.isArray(found) ? found : []
  }

  /** A stream keeps its bytes, and gets the value as its dictionary. */
  set(objectNumber: number, value: PdfValue): void {
    const stream = this.object(objectNumber)?.stream
    const isStream = stream !== undefined && isDictionary(value)
    this.#changes.set(objectNumber, isStream ? { stream: { ...stream, dict: value } } : { value })
  }

  /** Returns a reference to the new object. */
  add(value: PdfValue): string {
    const number = this.#nextNumber++
    this.#changes.set(number, { value })
    return referenceTo(number)
  }

  /** Adds a stream whose bytes are in a file, or replaces an object by it. */
  setStream(stream: PdfStream, objectNumber = this.#nextNumber++): string {
    this.#changes.set(objectNumber, { stream })
    return referenceTo(objectNumber)
  }

  /** Objects that can be reached from a value, each once; `visit` may change an object before its references are followed. */
  walk(from: PdfValue, visit: (objectNumber: number, body: string) => void, seen = new Set<number>()) {
    const waiting = referencesIn(writeValue(from))
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      if (seen.has(number)) continue
      seen.add(number)
      const body = this.body(number)
      if (body === undefined) continue
      visit(number, body)
      for (const next of referencesIn(this.#changes.has(number) ? (this.body(number) ?? '') : body))
        if (!seen.has(next)) waiting.push(next)
    }
    return seen
  }

  /** Writes the document of everything that the trailer leads to. `workFolder` must not exist. */
  async save(resultPath: string, { trailer, workFolder, args = [] }: SaveOptions): Promise<void> {
    await mkdir(workFolder)
    try {
      const reached = this.#files.length === 1 ? undefined : this.walk(trailer, () => {})
      if (reached !== undefined) await this.#writeStreamData(reached, workFolder)
      const updatePath = `${workFolder}/update.json`
      await pipeline(
        Readable.from(this.#updateText(trailer, reached, workFolder)),
        createWriteStream(updatePath, 'latin1'),
      )
      const [base] = this.#files
      await runQpdf([base?.path ?? '--empty', `--update-from-json=${updatePath}`, ...args, resultPath])
    } finally {
      await rm(workFolder, { recursive: true, force: true })
    }
  }

  #fileOf(objectNumber: number) {
    const file = this.#files.findLast(({ offset }) => objectNumber > offset)
    return file && objectNumber - file.offset <= file.objects.maxNumber ? file : undefined
  }

  #readBody(objectNumber: number): string | undefined {
    const file = this.#fileOf(objectNumber)
    const body = file?.objects.body(objectNumber - file.offset)
    return file && body !== undefined ? renumber(body, file.offset) : undefined
  }

  /** Bytes of the streams that are used, from all files but the first, as one file each. */
  async #writeStreamData(reached: ReadonlySet<number>, folder: string): Promise<void> {
    for (const file of this.#files.slice(1)) {
      const wanted = [...reached].filter(
        number => this.#fileOf(number) === file && this.#readBody(number)?.startsWith('"stream"'),
      )
      if (wanted.length === 0) continue
      const objects = wanted.map(number => `--json-object=${number - file.offset},0`)
      const data = ['--json-stream-data=file', `--json-stream-prefix=${folder}/${file.offset}`]
      const args = ['--json=2', '--json-key=qpdf', '--decode-level=none', ...data, ...objects, file.path]
      await streamQpdf(args, async output => {
        for await (const _ of output);
      })
    }
  }

  *#updateText(trailer: PdfDict, reached: ReadonlySet<number> | undefined, folder: string) {
    yield updateHeader(this.#nextNumber)
    for (const number of reached ?? this.#changes.keys()) {
      const file = this.#fileOf(number)
      if (file?.offset === 0 && !this.#changes.has(number)) continue
      const body = this.body(number)
      if (body === undefined) continue
      yield `"obj:${number} 0 R":{${file && file.offset > 0 ? withData(body, `${folder}/${file.offset}-${number - file.offset}`) : body}},\n`
    }
    // qpdf writes /Size only where there is one.
    yield `"trailer":{"value":${writeValue({ '/Size': this.#nextNumber, ...trailer })}}}]}`
  }
}

interface SaveOptions {
  readonly trailer: PdfDict
  readonly workFolder: string
  /** More options of qpdf. */
  readonly args?: readonly string[]
}

function parseBody(body: string): IndirectObject {
  const parsed: IndirectObject = JSON.parse(`{${body}}`)
  return parsed
}

function renumber(text: string, offset: number): string {
  return offset === 0
    ? text
    : text.replaceAll(referencesPattern, (_, number: string) => `"${Number(number) + offset} 0 R"`)
}

function referencesIn(text: string): number[] {
  return Array.from(text.matchAll(referencesPattern), match => Number(match[1]))
}

function withData(body: string, path: string): string {
  if (!body.startsWith('"stream"') || body.includes('"datafile"')) return body
  const { stream } = parseBody(body)
  return writeValue({ stream: { dict: stream?.dict ?? {}, datafile: path } }).slice(1, -1)
}

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

const fileSchema = z.object({
  qpdf: z.tuple([z.object({ maxobjectid: z.number() }), z.record(z.string(), objectSchema)]),
})

export interface SelectedObjects {
  readonly maxId: number
  /** By reference; the trailer as "trailer". */
  readonly objects: ReadonlyMap<string, IndirectObject>
}

export const trailerKey = 'trailer'

/** Single objects, for changes that do not need the whole document; `args` say how the data of streams is read. */
export async function readQpdfObjects(
  path: string,
  references: readonly string[] | 'all',
  args: readonly string[] = [],
): Promise<SelectedObjects> {
  const wanted =
    references === 'all'
      ? []
      : references.map(reference => `--json-object=${reference.replace(/ R$/, '').replace(' ', ',')}`)
  return selectObjects(await readQpdfJson([path, '--json=2', '--json-key=qpdf', ...wanted, ...args]))
}

/** Of the part `qpdf` of its JSON. */
export function selectObjects(json: unknown): SelectedObjects {
  const [{ maxobjectid }, found] = fileSchema.parse(json).qpdf
  const objects = Object.entries(found).map(([key, object]) => [key.replace(/^obj:/, ''), object] as const)
  return { maxId: maxobjectid, objects: new Map(objects) }
}

/** Writes the file, which must not have object streams, with these objects replaced or added. */
export async function updateObjects(
  { path, resultPath, args = [] }: { path: string; resultPath: string; args?: readonly string[] },
  objects: ReadonlyMap<string, IndirectObject>,
): Promise<void> {
  const changes = [...objects].map(
    ([key, object]) => `"${key === trailerKey ? key : `obj:${key}`}":${writeValue(object)}`,
  )
  const jsonPath = `${resultPath}.json`
  await writeFile(jsonPath, `${updateHeader(0)}${changes.join(',\n')}}]}`, 'latin1')
  await runQpdf([path, `--update-from-json=${jsonPath}`, ...args, resultPath])
}

/** Up to the first object. */
function updateHeader(maxNumber: number): string {
  const about = `"jsonversion":2,"pdfversion":"1.7","pushedinheritedpageresources":false,"calledgetallpages":false`
  return `{"version":2,"parameters":{"decodelevel":"none"},"qpdf":[{${about},"maxobjectid":${maxNumber}},{`
}
