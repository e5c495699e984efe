/** Reads the drawn codes back with an independent decoder: format, mask, Reed-Solomon syndromes and text. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ErrorCorrection, QrCode } from '@filesmith/contract/tools/qr/draw-qr-code'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { qrCodeAbility } from './create-qr-code.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qr-code-'))
})
afterAll(() => rm(folder, { recursive: true }))

const margin = 4
const modulePixels = 4

/** Modules of the PNG that the ability draws. */
async function draw(text: string, version: number, errorCorrection: ErrorCorrection): Promise<QrCode> {
  const side = version * 4 + 17
  const size = (side + 2 * margin) * modulePixels
  const [inputPath, outputPath] = [join(folder, 'text.txt'), join(folder, 'code.png')]
  await writeFile(inputPath, text)
  await qrCodeAbility.run({
    step: {
      ability: 'create-qr-code',
      from: 'txt',
      to: 'png',
      options: { size, errorCorrection, margin, foreground: '#000000', background: '#ffffff' },
    },
    inputPath,
    outputPath,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  const pixels = await sharp(await readFile(outputPath))
    .grayscale()
    .raw()
    .toBuffer()
  const isDark = (x: number, y: number) =>
    (pixels[((y + margin) * size + x + margin) * modulePixels] ?? 255) < 128
  return Array.from({ length: side }, (_, y) => Array.from({ length: side }, (_unused, x) => isDark(x, y)))
}

describe('create-qr-code', () => {
  test('01234567 has the codewords of annex I of the standard', async () => {
    const { codewords } = scan(await draw('01234567', 1, 'M'))
    expect(codewords.map(value => value.toString(16).padStart(2, '0')).join(' ')).toBe(
      '10 20 0c 56 61 80 ec 11 ec 11 ec 11 ec 11 ec 11 a5 24 d4 c1 ed 36 c7 87 2c 55',
    )
  })

  test('HELLO WORLD has the published codewords of alphanumeric mode', async () => {
    expect(scan(await draw('HELLO WORLD', 1, 'M')).codewords).toEqual([
      ...[32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17],
      ...[196, 35, 39, 119, 235, 215, 231, 226, 93, 23],
    ])
  })

  test.each([
    ['one digit', '7', 1, 'L'],
    ['digits', '8675309', 1, 'H'],
    ['capitals', 'HTTPS://EXAMPLE.COM/A-B', 2, 'Q'],
    ['a link with an umlaut', 'https://example.com/?q=straße', 3, 'M'],
    ['Japanese and emoji', '日本語で祝う 🎉', 2, 'M'],
    ['100 bytes', 'a'.repeat(100), 5, 'L'],
    ['130 bytes', 'b'.repeat(130), 6, 'L'],
    ['150 bytes', 'c'.repeat(150), 7, 'L'],
    ['640 digits', '1'.repeat(640), 10, 'L'],
    ['190 bytes', 'd'.repeat(190), 14, 'H'],
    ['500 bytes', 'e'.repeat(500), 21, 'Q'],
    ['1500 bytes', 'f'.repeat(1500), 32, 'M'],
    ['2953 bytes', 'g'.repeat(2953), 40, 'L'],
  ] as const)('%s: read back with all syndromes zero', async (_what, text, version, level) => {
    const read = scan(await draw(text, version, level))
    expect(read).toMatchObject({ version, level })
    expect(syndromesOf(read.codewords, version, level)).toBe(0)
    expect(decode(read.codewords, version, level)).toBe(text)
  })

  /** Capacities of version 40. */
  test.each([
    ['L', 7089, 4296, 2953],
    ['M', 5596, 3391, 2331],
    ['Q', 3993, 2420, 1663],
    ['H', 3057, 1852, 1273],
  ] as const)(
    '%s: holds %i digits, %i characters and %i bytes, no more',
    async (level, digits, letters, bytes) => {
      for (const text of ['7'.repeat(digits), 'A'.repeat(letters), 'a'.repeat(bytes)]) {
        expect(await draw(text, 40, level)).toHaveLength(177)
        await expect(draw(`${text}${text[0]}`, 40, level)).rejects.toThrow(/^This text is too long/)
      }
    },
  )
})

/** Reads a code back as a scanner does, from its modules alone, with tables that the encoder does not use. */
function scan(code: QrCode) {
  const size = code.length
  const version = (size - 17) / 4
  const bit = (x: number, y: number): number => (code[y]?.[x] ? 1 : 0)
  const format = [0, 1, 2, 3, 4, 5, 7, 8]
    .map(y => bit(8, y))
    .concat([7, 5, 4, 3, 2, 1, 0].map(x => bit(x, 8)))
  const copy = [1, 2, 3, 4, 5, 6, 7, 8]
    .map(from => bit(size - from, 8))
    .concat([7, 6, 5, 4, 3, 2, 1].map(from => bit(8, size - from)))
  expect(copy).toEqual(format)
  const word = format.reduce((sum, value, index) => sum | (value << index), 0) ^ 0x5412
  const level = (['M', 'L', 'H', 'Q'] as const)[word >> 13]
  const mask = (word >> 10) & 7
  const bits: number[] = []
  let isUpward = true
  for (let right = size - 1; right > 0; right -= 2, isUpward = !isUpward) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [right, right - 1])
        if (!isPattern(x, y, version)) bits.push(bit(x, y) ^ (isMasked(mask, x, y) ? 1 : 0))
    }
  }
  const codewords = Array.from({ length: bits.length >> 3 }, (_, index) =>
    Number.parseInt(bits.slice(index * 8, index * 8 + 8).join(''), 2),
  )
  return { version, level, codewords }
}

/** Finder, timing and alignment patterns, format and version information. */
function isPattern(x: number, y: number, version: number): boolean {
  const size = version * 4 + 17
  const centers = alignmentTable[version] ?? []
  return (
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (x >= size - 8 && y < 9) ||
    (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) ||
    centers.some(cx =>
      centers.some(cy => {
        const isFinder =
          (cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cy === 6 && cx === size - 7)
        return !isFinder && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2
      }),
    )
  )
}

function isMasked(mask: number, x: number, y: number): boolean {
  const product = x * y
  const sums = [
    (x + y) % 2,
    y % 2,
    x % 3,
    (x + y) % 3,
    (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (product % 2) + (product % 3),
    ((product % 2) + (product % 3)) % 2,
    (((x + y) % 2) + (product % 3)) % 2,
  ]
  return sums[mask] === 0
}

/** Table E.1 of the standard, for the versions tested here. */
const alignmentTable: Readonly<Record<number, readonly number[]>> = {
  1: [],
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  10: [6, 28, 50],
  14: [6, 26, 46, 66],
  21: [6, 28, 50, 72, 94],
  32: [6, 34, 60, 86, 112, 138],
  40: [6, 30, 58, 86, 114, 142, 170],
}

/** Blocks of version and level: [blocks, data codewords] pairs and error correction codewords, from table 9. */
const blockTable: Readonly<Record<string, readonly [correction: number, ...(readonly [number, number])[]]>> =
  {
    '1-L': [7, [1, 19]],
    '1-H': [17, [1, 9]],
    '2-Q': [22, [1, 22]],
    '2-M': [16, [1, 28]],
    '3-M': [26, [1, 44]],
    '5-L': [26, [1, 108]],
    '6-L': [18, [2, 68]],
    '7-L': [20, [2, 78]],
    '10-L': [18, [2, 68], [2, 69]],
    '14-H': [24, [11, 12], [5, 13]],
    '21-Q': [28, [17, 22], [6, 23]],
    '32-M': [28, [10, 46], [23, 47]],
    '40-L': [30, [19, 118], [6, 119]],
  }

function blocksOf(codewords: readonly number[], version: number, level: ErrorCorrection) {
  const [correction = 0, ...groups] = blockTable[`${version}-${level}`] ?? []
  const lengths = groups.flatMap(([count, length]) => Array.from({ length: count }, () => length))
  const blocks: number[][] = lengths.map(() => [])
  let next = 0
  for (let index = 0; index < Math.max(...lengths); index++)
    lengths.forEach((length, block) => {
      if (index < length) blocks[block]?.push(codewords[next++] ?? 0)
    })
  for (let index = 0; index < correction; index++)
    for (const block of blocks) block.push(codewords[next++] ?? 0)
  expect(next).toBe(codewords.length)
  return { blocks, lengths, correction }
}

/** Sum of all Reed-Solomon syndromes, with multiplication by shifting instead of the tables of the encoder. */
function syndromesOf(codewords: readonly number[], version: number, level: ErrorCorrection): number {
  const times = (one: number, other: number) => {
    let product = 0
    for (let [left, factor] = [one, other]; factor > 0; factor >>= 1) {
      if (factor & 1) product ^= left
      left = left & 0x80 ? (left << 1) ^ 0x11d : left << 1
    }
    return product
  }
  const { blocks, correction } = blocksOf(codewords, version, level)
  let sum = 0
  for (const block of blocks)
    for (let power = 0, root = 1; power < correction; power++, root = times(root, 2))
      sum += block.reduce((value, codeword) => times(value, root) ^ codeword, 0)
  return sum
}

function decode(codewords: readonly number[], version: number, level: ErrorCorrection): string {
  const { blocks, lengths } = blocksOf(codewords, version, level)
  const data = blocks.flatMap((block, index) => block.slice(0, lengths[index]))
  const bits = data.map(byte => byte.toString(2).padStart(8, '0')).join('')
  let at = 0
  const take = (length: number) => {
    at += length
    return Number.parseInt(bits.slice(at - length, at), 2)
  }
  const mode = take(4)
  const group = version < 10 ? 0 : version < 27 ? 1 : 2
  if (mode === 1) {
    let text = ''
    for (let left = take([10, 12, 14][group] ?? 0); left > 0; left -= 3)
      text += String(take([4, 4, 7, 10][Math.min(left, 3)] ?? 0)).padStart(Math.min(left, 3), '0')
    return text
  }
  if (mode === 2) {
    const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
    let text = ''
    for (let left = take([9, 11, 13][group] ?? 0); left > 0; left -= 2) {
      const value = take(left === 1 ? 6 : 11)
      text +=
        left === 1 ? characters[value] : `${characters[Math.floor(value / 45)]}${characters[value % 45]}`
    }
    return text
  }
  const bytes = Array.from({ length: take(group === 0 ? 8 : 16) }, () => take(8))
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
