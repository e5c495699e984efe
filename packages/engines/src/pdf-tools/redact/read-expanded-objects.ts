/** Reads a file that qpdf expanded (--qdf), part by part: it may be larger than a buffer can be. */
import { createReadStream } from 'node:fs'
import { type Operand, readOperations } from '../content-tokens.ts'
import { isTechnical } from './clean-document.ts'
import { isStandardName } from './standard-names.ts'

interface ExpandedObjects {
  /** Of the objects up to a stream; one character for each byte. */
  readonly strings: readonly string[]
  /** Names, styles, dates and binary data, without the numbers that they are mixed with. */
  readonly technical: readonly string[]
  /** Their keys and values, without the names that PDF itself gives a meaning. */
  readonly names: readonly string[]
  /** Of the stream; undefined for pixels and the like, and at the end. */
  readonly content: string | undefined
  /** The stream is a font program. */
  readonly isFont: boolean
}

const streamStart = '\nstream\n'
const streamEnd = '\nendstream'
const chunkBytes = 1 << 22
/** Pixels and samples. */
const binaryStream = /\/Subtype \/Image|\/FunctionType 0|\/ShadingType |\/BitsPerCoordinate /
const fontStream = /\/Subtype \/(?:Type1C|CIDFontType0C|OpenType)|\/Length1 /

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
  #objects: ObjectTexts | undefined
  #isBinary = false
  #isFont = false

  end(): ExpandedObjects {
    if (this.#objects === undefined) return { ...textsOf(this.#pending), content: undefined, isFont: false }
    return this.#expanded(this.#objects, this.#pending)
  }

  *read(chunk: string): Generator<ExpandedObjects> {
    // A marker may be cut by the end of a chunk.
    let from = Math.max(0, this.#pending.length - streamEnd.length)
    this.#pending += chunk
    for (;;) {
      const marker = this.#objects === undefined ? streamStart : streamEnd
      const found = this.#pending.indexOf(marker, from)
      if (found < 0) break
      const text = this.#pending.slice(0, found)
      // The end of a line before an empty stream is also the one before its end.
      this.#pending = this.#pending.slice(found + marker.length - (marker === streamStart ? 1 : 0))
      from = 0
      if (this.#objects !== undefined) {
        yield this.#expanded(this.#objects, text)
        this.#objects = undefined
      } else this.#startStream(text)
    }
    if (this.#isBinary && this.#objects !== undefined) this.#pending = this.#pending.slice(-streamEnd.length)
  }

  #expanded(objects: ObjectTexts, text: string): ExpandedObjects {
    return { ...objects, content: this.#isBinary ? undefined : text.slice(1), isFont: this.#isFont }
  }

  #startStream(objects: string): void {
    this.#objects = textsOf(objects)
    const dictionary = objects.slice(objects.lastIndexOf(' obj'))
    this.#isBinary = binaryStream.test(dictionary)
    this.#isFont = fontStream.test(dictionary)
  }
}

type ObjectTexts = Pick<ExpandedObjects, 'strings' | 'technical' | 'names'>

/** The dictionary of a stream has no operator after it. */
function textsOf(objects: string): ObjectTexts {
  const operations = [...readOperations(`${objects} endobj`)]
  const texts = operations.flatMap(({ operands }) => textsIn(operands, '', false))
  return {
    strings: texts.flatMap(({ text, isPlain }) => (isPlain ? [text] : [])),
    technical: texts.flatMap(({ text, isPlain }) => (isPlain ? [] : [text])),
    names: operations.flatMap(({ operands }) => namesIn(operands)),
  }
}

/** With the keys of dictionaries. */
export function namesIn(operands: readonly Operand[]): string[] {
  return operands.flatMap(operand => {
    if (operand.kind === 'name') return isStandardName(operand.name) ? [] : [operand.name]
    if (operand.kind === 'array') return namesIn(operand.items)
    if (operand.kind !== 'dict') return []
    const keys = operand.entries.map(([name]): Operand => ({ kind: 'name', name }))
    return namesIn([...keys, ...operand.entries.map(([, value]) => value)])
  })
}

interface ObjectText {
  readonly text: string
  readonly isPlain: boolean
}

function textsIn(
  operands: readonly Operand[],
  key: string,
  isInElement: boolean,
  isPlain = true,
): ObjectText[] {
  return operands.flatMap(operand => {
    const isText = isPlain && !isTechnical(key, isInElement)
    if (operand.kind === 'string') return [{ text: operand.bytes, isPlain: isText }]
    if (operand.kind === 'dict') {
      const isElement = operand.entries.some(([entry]) => entry === 'S')
      return operand.entries.flatMap(([entry, value]) => textsIn([value], entry, isElement))
    }
    if (operand.kind !== 'array') return []
    return textsIn(operand.items, key, isInElement, isText && !isPalette(operand.items))
  })
}

function isPalette([first]: readonly Operand[]): boolean {
  return first?.kind === 'name' && first.name === 'Indexed'
}
