/** A PDF whose objects are changed in place, as qpdf's JSON; the bytes of its streams are files that are read when they are needed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, inflateSync } from 'node:zlib'
import { JobFailure } from '../../process/job-failure.ts'
import { readPageTree } from '../assemble/page-tree.ts'
import { type DumpedStream, dumpStreams } from '../compress/dump-streams.ts'
import { PdfDocument, type PdfFile } from '../qpdf/pdf-document.ts'
import {
  type IndirectObject,
  type PdfDict,
  type PdfValue,
  referencedNumber,
  referenceTo,
} from '../qpdf/pdf-value.ts'
import { readObjects } from '../qpdf/read-objects.ts'

/** A stream, with the dictionary that is changed in place. */
export interface StreamObject {
  readonly number: number
  readonly dict: PdfDict
}

export interface EditedObject {
  readonly number: number
  /** Of a stream: its dictionary. */
  readonly value: PdfValue
  readonly isStream: boolean
}

const maxReferences = 100
/** Stands for the bytes of an image in a file that is written without them. */
const bytesAside = Buffer.from('image set aside').toString('base64')

export class EditedDocument extends PdfDocument {
  readonly catalog: PdfDict
  /** With all that they inherit. */
  readonly pages: readonly PdfDict[]
  readonly #root: PdfValue
  readonly #folder: string
  #written = 0

  /** `path` has no object streams, and no generations above 0. The folder is made for the bytes of streams. */
  static async open(path: string, folder: string): Promise<EditedDocument> {
    await mkdir(folder, { recursive: true })
    const objects = await readObjects(path)
    const numbers = Array.from({ length: objects.maxNumber }, (_, index) => index + 1)
    const read = numbers.filter(number => isRead(objects.body(number)))
    const streams = await dumpStreams(path, read, join(folder, 'stream'))
    return new EditedDocument({ path, objects }, folder, streams)
  }

  private constructor(file: PdfFile, folder: string, streams: ReadonlyMap<number, DumpedStream>) {
    super([file])
    this.#folder = folder
    this.hold()
    for (const [number, { dict, datafile }] of streams) this.setStream({ dict, datafile }, number)
    this.#root = this.trailer()['/Root'] ?? null
    const catalog = this.dictionary(this.#root)
    if (catalog === undefined) throw new JobFailure('file-damaged')
    this.catalog = catalog
    const { pages, nodes } = readPageTree(this, catalog['/Pages'])
    this.pages = pages.flatMap(({ number, inherited }) => {
      const page = this.dictionary(referenceTo(number))
      return page === undefined ? [] : [Object.assign(page, { ...inherited, ...page })]
    })
    for (const node of nodes) delete this.dictionary(referenceTo(node))?.['/Resources']
  }

  *objects(): Generator<EditedObject> {
    for (const number of this.changedNumbers()) {
      const { value = null, stream } = this.object(number) ?? {}
      yield { number, value: stream?.dict ?? value, isStream: stream !== undefined }
    }
  }

  stream(value: PdfValue | undefined): StreamObject | undefined {
    let found = value
    for (let followed = 0; followed < maxReferences; followed++) {
      const number = referencedNumber(found)
      const object = number === undefined ? undefined : this.object(number)
      if (number === undefined || object === undefined) return undefined
      if (object.stream !== undefined) return { number, dict: object.stream.dict }
      found = object.value
    }
    return undefined
  }

  /** Decoded bytes, except those of image filters. Not of images that other filters compress, which are not read. */
  bytes({ number }: StreamObject): Buffer {
    const { dict, datafile } = this.object(number)?.stream ?? {}
    if (datafile === undefined) throw new Error(`the bytes of object ${number} were not read`)
    const bytes = readFileSync(datafile)
    const filter = this.resolve(dict?.['/Filter'])
    if (filter === '/FlateDecode' && dict?.['/DecodeParms'] === undefined)
      // As readers do, takes what there is of a stream that was cut off.
      return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
    return bytes
  }

  /** One character for each byte; throws for a stream with an unknown filter. */
  text(stream: StreamObject): string {
    const bytes = this.bytes(stream)
    const filter = this.object(stream.number)?.stream?.dict['/Filter']
    if (filter !== undefined && filter !== '/FlateDecode') throw new Error('unknown filter')
    return bytes.toString('latin1')
  }

  /** Returns a reference to the new stream. */
  addStream(dict: PdfDict, bytes: Uint8Array | string): string {
    return this.setStream({ dict, datafile: this.#write(bytes) })
  }

  /** Replaces the bytes. The filters of `bytes` are those of the dictionary. */
  setBytes({ number, dict }: StreamObject, bytes: Uint8Array): void {
    this.setStream({ dict, datafile: this.#write(bytes) }, number)
  }

  /** Replaces the bytes by ones without a filter. One character for each byte. */
  setText({ number, dict }: StreamObject, text: string): void {
    for (const key of ['/Filter', '/DecodeParms', '/F', '/FFilter', '/FDecodeParms']) delete dict[key]
    this.setStream({ dict, datafile: this.#write(text) }, number)
  }

  /** Writes what the catalog leads to, and nothing else of the trailer; of the images in `aside`, only their dictionaries. */
  async write(path: string, aside: ReadonlySet<number>, args: readonly string[] = []): Promise<void> {
    const copy = this.copy()
    for (const number of aside) {
      const { stream } = this.object(number) ?? {}
      if (stream !== undefined) copy.setStream({ dict: stream.dict, data: bytesAside }, number)
    }
    await copy.save(path, { trailer: { '/Root': this.#root }, workFolder: `${path}.work`, args })
  }

  #write(bytes: Uint8Array | string): string {
    const path = join(this.#folder, `changed-${++this.#written}`)
    writeFileSync(path, bytes, 'latin1')
    return path
  }
}

/** Not the pixels of images, unless they are photographs, which have metadata. */
function isRead(body: string | undefined): boolean {
  if (body?.startsWith('"stream"') !== true) return false
  const { stream }: IndirectObject = JSON.parse(`{${body}}`)
  const filter = String(stream?.dict['/Filter'])
  return stream?.dict['/Subtype'] !== '/Image' || filter === '/DCTDecode' || filter === '/JPXDecode'
}
