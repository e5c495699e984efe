/** Reads the page of a mail that Outlook stores as RTF: unpacks it ([MS-OXRTFCP]) and takes the HTML out of it ([MS-OXRTFEX]). */
import { JobFailure } from '../../process/job-failure.ts'
import { charsetOf } from './windows-charsets.ts'

const packedMark = 0x75465a4c
const plainMark = 0x414c454d
const headerBytes = 16
const windowBytes = 4096
const maxRtfBytes = 256 * 1024 * 1024
/** What every packed text refers to, by the specification. */
const commonStart =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'

/** Undefined if it is not packed RTF. */
export function unpackRtf(packed: Buffer): Buffer | undefined {
  if (packed.length < headerBytes) return undefined
  const [rawBytes, kind] = [packed.readUInt32LE(4), packed.readUInt32LE(8)]
  if (rawBytes > maxRtfBytes) throw new JobFailure('needs-too-much-memory')
  if (kind === plainMark) return packed.subarray(headerBytes, headerBytes + rawBytes)
  return kind === packedMark ? unpackReferences(packed, rawBytes) : undefined
}

function unpackReferences(packed: Buffer, rawBytes: number): Buffer {
  const window = Buffer.alloc(windowBytes)
  let write = window.write(commonStart, 'latin1')
  const output: number[] = []
  const put = (byte: number) => {
    output.push(byte)
    window[write] = byte
    write = (write + 1) % windowBytes
  }
  for (let at = headerBytes; at < packed.length && output.length < rawBytes; ) {
    const flags = packed[at++] ?? 0
    for (let bit = 0; bit < 8 && at < packed.length; bit++) {
      if ((flags & (1 << bit)) === 0) {
        put(packed[at++] ?? 0)
        continue
      }
      if (at + 2 > packed.length) return Buffer.from(output)
      const reference = packed.readUInt16BE(at)
      at += 2
      const offset = reference >> 4
      if (offset === write) return Buffer.from(output)
      for (let index = 0; index < (reference & 15) + 2; index++)
        put(window[(offset + index) % windowBytes] ?? 0)
    }
  }
  return Buffer.from(output)
}

interface Group {
  /** Between `\htmlrtf` and `\htmlrtf0` is RTF for readers without HTML. */
  isHidden: boolean
  /** Inside of a destination that is not part of the page. */
  isSkipped: boolean
  /** Characters that stand for a Unicode one, to be skipped. */
  fallback: number
}

const token = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi
const ignored = /^(?:fonttbl|colortbl|stylesheet|info|pict|object|fldinst)$/
const signs: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  tab: '\t',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  endash: '–',
  emdash: '—',
}

/** Undefined if the RTF has no page in it. */
export function htmlOfRtf(rtf: Buffer): string | undefined {
  const source = rtf.toString('latin1')
  if (!/\\fromhtml1/.test(source.slice(0, 4096))) return undefined
  const charset = charsetOf(Number(/\\ansicpg(\d+)/.exec(source)?.[1] ?? 1252)) ?? 'windows-1252'
  return new PageReader(charset).read(source)
}

class PageReader {
  readonly #decoder: InstanceType<typeof TextDecoder>
  readonly #page: string[] = []
  #bytes: number[] = []
  #group: Group = { isHidden: false, isSkipped: false, fallback: 1 }
  #toSkip = 0
  #isStarred = false

  constructor(charset: string) {
    this.#decoder = new TextDecoder(charset)
  }

  read(source: string): string {
    const groups: Group[] = []
    for (const found of source.matchAll(token)) {
      const [, word, number, hex, symbol, brace, text] = found
      if (hex === undefined) this.#flush()
      if (brace === '{') groups.push({ ...this.#group })
      else if (brace === '}') this.#group = groups.pop() ?? this.#group
      else if (word !== undefined) this.#takeWord(word, number)
      else if (hex !== undefined) this.#takeByte(Number.parseInt(hex, 16))
      else if (symbol !== undefined) this.#takeSymbol(symbol)
      else if (text !== undefined) this.#takeText(text)
      if (symbol !== '*' && brace === undefined) this.#isStarred = false
    }
    this.#flush()
    return this.#page.join('')
  }

  get #isShown(): boolean {
    return !this.#group.isHidden && !this.#group.isSkipped
  }

  #write(text: string): void {
    if (this.#isShown) this.#page.push(text)
  }

  #flush(): void {
    if (this.#bytes.length > 0) this.#write(this.#decoder.decode(Uint8Array.from(this.#bytes)))
    this.#bytes = []
  }

  #takeWord(word: string, number: string | undefined): void {
    if (word === 'htmltag') this.#group.isSkipped = false
    else if (this.#isStarred || ignored.test(word)) this.#group.isSkipped = true
    else if (word === 'htmlrtf') this.#group.isHidden = number !== '0'
    else if (word === 'uc') this.#group.fallback = Number(number ?? 1)
    else if (word === 'u') {
      this.#write(String.fromCharCode(Number(number ?? 0) & 0xffff))
      this.#toSkip = this.#group.fallback
    } else if (Object.hasOwn(signs, word)) this.#write(signs[word] ?? '')
  }

  #takeByte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip -= 1
    else this.#bytes.push(byte)
  }

  #takeSymbol(symbol: string): void {
    if (symbol === '*') this.#isStarred = true
    else if (/[{}\\]/.test(symbol)) this.#write(symbol)
    else if (symbol === '~') this.#write('\u00a0')
    else if (symbol === '_') this.#write('-')
  }

  #takeText(text: string): void {
    const skipped = Math.min(this.#toSkip, text.length)
    this.#toSkip -= skipped
    this.#write(this.#decoder.decode(Buffer.from(text.slice(skipped), 'latin1')))
  }
}
