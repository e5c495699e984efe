/** Reads a file that qpdf expanded (--qdf), part by part: it may be larger than a buffer can be. */
import { createReadStream } from 'node:fs'
import { type Operand, readOperations } from '../content-tokens.ts'
import { isTechnical } from './clean-document.ts'

interface ExpandedObjects {
  /** Of the objects up to a stream; one character for each byte. */
  readonly strings: readonly string[]
  /** Of the stream; undefined for pixels, fonts and the like, and at the end. */
  readonly content: string | undefined
}

const streamStart = '\nstream\n'
const streamEnd = '\nendstream'
const chunkBytes = 1 << 22
/** Pixels, fonts, functions and profiles. */
const binaryStream =
  /\/Subtype \/(?:Image|Type1C|CIDFontType0C|OpenType)|\/Length1 |\/FunctionType |\/ShadingType |\/Alternate |\/BitsPerCoordinate /

export async function* readExpandedObjects(
  path: string,
  highWaterMark = chunkBytes,
): AsyncGenerator<ExpandedObjects> {
  const reader = new ObjectReader()
  for await (const chunk of createReadStream(path, { highWaterMark, encoding: 'latin1' }))
    yield* reader.read(String(chunk))
  yield reader.end()
}

class ObjectReader {
  #pending = ''
  /** Of the objects before the stream that is read. */
  #strings: string[] | undefined
  #isBinary = false

  end(): ExpandedObjects {
    if (this.#strings === undefined) return { strings: stringsOf(this.#pending), content: undefined }
    return { strings: this.#strings, content: this.#isBinary ? undefined : this.#pending.slice(1) }
  }

  *read(chunk: string): Generator<ExpandedObjects> {
    // A marker may be cut by the end of a chunk.
    let from = Math.max(0, this.#pending.length - streamEnd.length)
    this.#pending += chunk
    for (;;) {
      const marker = this.#strings === undefined ? streamStart : streamEnd
      const found = this.#pending.indexOf(marker, from)
      if (found < 0) break
      const text = this.#pending.slice(0, found)
      // The end of a line before an empty stream is also the one before its end.
      this.#pending = this.#pending.slice(found + marker.length - (marker === streamStart ? 1 : 0))
      from = 0
      if (this.#strings !== undefined) {
        yield { strings: this.#strings, content: this.#isBinary ? undefined : text.slice(1) }
        this.#strings = undefined
      } else this.#startStream(text)
    }
    if (this.#isBinary && this.#strings !== undefined) this.#pending = this.#pending.slice(-streamEnd.length)
  }

  #startStream(objects: string): void {
    this.#strings = stringsOf(objects)
    this.#isBinary = binaryStream.test(objects.slice(objects.lastIndexOf(' obj')))
  }
}

/** The dictionary of a stream has no operator after it. */
function stringsOf(objects: string): string[] {
  return [...readOperations(`${objects} endobj`)].flatMap(({ operands }) => textsIn(operands, '', false))
}

function textsIn(operands: readonly Operand[], key: string, isInElement: boolean): string[] {
  if (isTechnical(key, isInElement)) return []
  return operands.flatMap(operand => {
    if (operand.kind === 'string') return [operand.bytes]
    if (operand.kind === 'dict') {
      const isElement = operand.entries.some(([entry]) => entry === 'S')
      return operand.entries.flatMap(([entry, value]) => textsIn([value], entry, isElement))
    }
    return operand.kind === 'array' && !isPalette(operand.items)
      ? textsIn(operand.items, key, isInElement)
      : []
  })
}

function isPalette([first]: readonly Operand[]): boolean {
  return first?.kind === 'name' && first.name === 'Indexed'
}
