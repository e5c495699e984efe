/** Trees of files for archives: names and contents of every kind, always the same for the same seed. */
import { createCipheriv } from 'node:crypto'
import type { Sample } from './archives.ts'

/** Numbers below `limit` that look like chance and never differ (mulberry32). */
export function createChance(seed: number): (limit: number) => number {
  let state = seed
  return limit => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

type Chance = ReturnType<typeof createChance>

/** Noise: what a cipher makes of nothing. */
export function randomBytes(chance: Chance, length: number): Uint8Array {
  const key = Uint8Array.from({ length: 16 }, () => chance(256))
  return createCipheriv('aes-128-ctr', key, new Uint8Array(16)).update(new Uint8Array(length))
}

const words =
  'the file of a house and light water green stone seven letters to form anvil hammer smith fire'.split(' ')

function text(chance: Chance, length: number): Uint8Array {
  let written = ''
  while (written.length < length) written += `${words[chance(words.length)]}${chance(9) === 0 ? '.\n' : ' '}`
  return Buffer.from(written.slice(0, length))
}

function records(chance: Chance, length: number): Uint8Array {
  let written = ''
  for (let id = 0; written.length < length; id++)
    written += `{"id":${id},"name":"${words[chance(words.length)]}","value":${chance(100_000)}}\n`
  return Buffer.from(written.slice(0, length))
}

function zeros(_: Chance, length: number): Uint8Array {
  return new Uint8Array(length)
}

/** The same bytes again, near and far. */
function echoes(chance: Chance, length: number): Uint8Array {
  const bytes = randomBytes(chance, length)
  for (let at = 0; at + 400 < length; at += 100 + chance(900))
    bytes.copyWithin(at, chance(at + 1), chance(at + 1) + chance(300))
  return bytes
}

/** Slowly changing values, as in pictures without compression. */
function slopes(chance: Chance, length: number): Uint8Array {
  let value = 128
  return Uint8Array.from({ length }, () => (value = (value + chance(5) - 2) & 255))
}

const contents = [text, records, zeros, echoes, slopes, randomBytes]
const sizes = [0, 1, 2, 3, 4, 5, 63, 64, 65, 257, 1000, 4097, 70_000, 300_000]

const names = [
  'plain.txt',
  'folder/with space/and (brackets).txt',
  '日本語/写真.png',
  'emoji 👨‍👩‍👧‍👦🎉.jpg',
  'עברית/مرحبا.txt',
  'Ünïcödé é.txt',
  '.hidden',
  'folder/with space/.dots...in.it',
  `long/${'n'.repeat(232)}.txt`,
  `long/${'字'.repeat(78)}.txt`,
  "quote's & $signs #1 [x] {y} %20;.txt",
  '-starts-with-a-dash',
  '@starts-with-an-at',
]

export function randomTree(seed: number): Sample[] {
  const chance = createChance(seed)
  const time = () =>
    new Date(Date.UTC(1985 + chance(50), chance(12), 1 + chance(28), chance(24), chance(60), chance(60)))
  const files = sizes.map((size, index): Sample => {
    const content = contents[(index + seed) % contents.length] ?? text
    const name = names[index] ?? `more/${index}/file ${seed}.bin`
    return { name, bytes: content(chance, size), modifiedAt: time() }
  })
  return [...files, { name: 'empty folder/inside/', bytes: new Uint8Array(0), modifiedAt: time() }]
}
