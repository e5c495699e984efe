/** Reads a Type 1 program (Adobe Type 1 Font Format): names, encoding and widths of its glyphs. */
import { smallNumber } from './charstring-number.ts'
import { standardEncoding } from './encodings.ts'
import type { FontProgram } from './font-program.ts'

const programKey = 55665
const charStringKey = 4330

export function readType1(data: Buffer): FontProgram {
  const plain = withoutSegments(data)
  const marker = plain.indexOf('eexec')
  if (marker < 0) throw new Error('no private part')
  const clear = plain.toString('latin1', 0, marker)
  const secret = decrypt(encryptedPart(plain, marker + 5), programKey).subarray(4)
  const scale = Number(/\/FontMatrix\s*\[\s*([-+.\deE]+)/.exec(clear)?.[1] ?? 0.001) * 1000
  const text = secret.toString('latin1')
  const skipped = Number(/\/lenIV\s+(\d+)/.exec(text)?.[1] ?? 4)
  const found = [...charStringsOf(text, secret)]
  if (found.length === 0) throw new Error('no glyphs')
  // Glyph 0 is the one for missing characters, as in other programs.
  const isMissing = ({ name }: { readonly name: string }) => name === '.notdef'
  const missing = found.find(isMissing) ?? { name: '.notdef', code: Buffer.alloc(0) }
  const glyphs = [missing, ...found.filter(glyph => !isMissing(glyph))]
  const byName = new Map(glyphs.map(({ name }, index) => [name, index]))
  const encoding = readEncoding(clear)
  const glyphByCode = (code: number) => byName.get(encoding.get(code) ?? '')
  return {
    kind: 'type1',
    glyphCount: glyphs.length,
    width(glyph) {
      const code = glyphs[glyph]?.code
      const width = code && type1Width(decrypt(code, charStringKey).subarray(skipped))
      return width === undefined ? undefined : width * scale
    },
    glyphByName: name => byName.get(name),
    glyphByCode,
    glyphByCid: () => undefined,
    cmaps: [],
  }
}

/** Files for Windows have headers in front of each part. */
function withoutSegments(data: Buffer): Buffer {
  if (data[0] !== 0x80) return data
  const parts: Buffer[] = []
  for (let at = 0; data[at] === 0x80 && (data[at + 1] ?? 3) < 3; ) {
    const length = data.readUInt32LE(at + 2)
    parts.push(data.subarray(at + 6, at + 6 + length))
    at += 6 + length
  }
  return Buffer.concat(parts)
}

function encryptedPart(data: Buffer, from: number): Buffer {
  let start = from
  while ([0x20, 0x09, 0x0a, 0x0d].includes(data[start] ?? 0)) start++
  const isHex = /^[\da-fA-F\s]{8}/.test(data.toString('latin1', start, start + 8))
  return isHex
    ? Buffer.from(data.toString('latin1', start).replaceAll(/[^\da-fA-F]/g, ''), 'hex')
    : data.subarray(start)
}

function decrypt(data: Buffer, key: number): Buffer {
  let state = key
  return Buffer.from(
    data.map(byte => {
      const plain = byte ^ (state >> 8)
      state = ((byte + state) * 52845 + 22719) & 0xffff
      return plain
    }),
  )
}

function* charStringsOf(text: string, bytes: Buffer): Generator<{ name: string; code: Buffer }> {
  const header = /\/([^\s()<>[\]{}/%]+)\s+(\d+)\s+(?:RD|-\||\S+)\s/g
  header.lastIndex = text.indexOf('/CharStrings')
  if (header.lastIndex < 0) return
  const dictionary = /\bbegin\b/g
  dictionary.lastIndex = header.lastIndex
  if (dictionary.exec(text) !== null) header.lastIndex = dictionary.lastIndex
  for (let match = header.exec(text); match !== null; match = header.exec(text)) {
    const end = header.lastIndex + Number(match[2])
    yield { name: match[1] ?? '', code: bytes.subarray(header.lastIndex, end) }
    header.lastIndex = end
  }
}

/** Of hsbw or sbw, the first operator of every glyph. */
function type1Width(code: Buffer): number | undefined {
  const stack: number[] = []
  for (let at = 0; at < code.length; ) {
    const byte = code.readUInt8(at)
    if (byte === 255) {
      stack.push(code.readInt32BE(at + 1))
      at += 5
    } else if (byte >= 32) {
      const { value, bytes } = smallNumber(code, at)
      stack.push(value)
      at += bytes
    } else {
      const operator = byte === 12 ? 0x0c00 + code.readUInt8(at + 1) : byte
      if (operator !== operators.divide) return stack[widthOperands[operator] ?? -1]
      const [divisor = 1, dividend = 0] = [stack.pop(), stack.pop()]
      stack.push(dividend / divisor)
      at += 2
    }
  }
  return undefined
}

const operators = { hsbw: 13, sbw: 0x0c07, divide: 0x0c0c }
const widthOperands: Readonly<Record<number, number>> = { [operators.hsbw]: 1, [operators.sbw]: 2 }

function readEncoding(clear: string): ReadonlyMap<number, string> {
  if (/\/Encoding\s+StandardEncoding\b/.test(clear)) return standardEncoding
  const encoding = new Map<number, string>()
  for (const match of clear.matchAll(/\bdup\s+(\d+|8#[0-7]+)\s*\/([^\s()<>[\]{}/%]+)\s+put\b/g)) {
    const [, code = '', name = ''] = match
    encoding.set(code.startsWith('8#') ? Number.parseInt(code.slice(2), 8) : Number(code), name)
  }
  return encoding
}
