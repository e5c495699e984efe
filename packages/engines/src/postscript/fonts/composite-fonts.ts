/** Characters of a string: one byte each, or as a composite font (Type 0) maps them to its descendants. */
import { multiplyMatrices, type PsMatrix } from '../graphics/matrix.ts'
import { PsError } from '../language/errors.ts'
import { PsArray, PsDict, PsString } from '../language/objects.ts'
import { matrixFrom } from '../operators/paths.ts'

export interface Character {
  readonly font: PsDict
  readonly code: number
  readonly matrix: PsMatrix
}

const maxDepth = 4

export function charactersInFont(font: PsDict, bytes: Uint8Array, outer?: PsMatrix, depth = 0): Character[] {
  if (depth > maxDepth) throw new PsError('invalidfont')
  const own = matrixFrom(font.get('FontMatrix') ?? null)
  const matrix = outer ? multiplyMatrices(own, outer) : own
  if (font.get('FontType') !== 0) return Array.from(bytes, code => ({ font, code, matrix }))
  const descendants = font.get('FDepVector')
  if (!(descendants instanceof PsArray)) throw new PsError('invalidfont')
  const encoding = font.get('Encoding')
  const child = (index: number): PsDict => {
    const mapped = encoding instanceof PsArray && index < encoding.length ? encoding.at(index) : index
    const found = typeof mapped === 'number' ? descendants.at(mapped) : null
    if (!(found instanceof PsDict)) throw new PsError('invalidfont')
    return found
  }
  return split(font, bytes).flatMap(({ index, code }) => {
    const found = child(index)
    if (found.get('CIDFontType') !== undefined) {
      const inner = found.get('FontMatrix')
      return [
        {
          font: found,
          code: cidOf(found, code),
          matrix: inner ? multiplyMatrices(matrixFrom(inner), matrix) : matrix,
        },
      ]
    }
    return charactersInFont(found, Uint8Array.of(code & 255), matrix, depth + 1)
  })
}

/** Index of the descendant, and code in it. */
function split(font: PsDict, bytes: Uint8Array): { index: number; code: number }[] {
  const kind = font.get('FMapType')
  const pairs = Array.from(
    { length: bytes.length >> 1 },
    (_, at) => [bytes[2 * at] ?? 0, bytes[2 * at + 1] ?? 0] as const,
  )
  switch (kind) {
    case 2:
      return pairs.map(([index, code]) => ({ index, code }))
    case 4:
      return [...bytes].map(byte => ({ index: byte >> 7, code: byte & 127 }))
    case 5:
      return pairs.map(([high, low]) => ({ index: (high * 256 + low) >> 7, code: low & 127 }))
    case 9:
      // With an identity CMap: two bytes each.
      return pairs.map(([high, low]) => ({ index: 0, code: high * 256 + low }))
    default:
      return escaped(bytes, kind === 7 ? 254 : 255)
  }
}

function escaped(bytes: Uint8Array, mark: number): { index: number; code: number }[] {
  const found: { index: number; code: number }[] = []
  let index = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === mark) index = bytes[++at] ?? 0
    else found.push({ index, code: byte })
  }
  return found
}

/** Glyph index of a character identifier. */
function cidOf(font: PsDict, cid: number): number {
  const map = font.get('CIDMap')
  const size = font.get('GDBytes')
  const bytes = typeof size === 'number' ? size : 2
  if (typeof map === 'number') return cid + map
  if (map instanceof PsString) {
    let value = 0
    for (let at = cid * bytes; at < (cid + 1) * bytes; at++) value = value * 256 + (map.bytes[at] ?? 0)
    return value
  }
  if (map instanceof PsDict) {
    const value = map.get(cid)
    return typeof value === 'number' ? value : 0
  }
  return cid
}
