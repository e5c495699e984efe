/** File trees for archive tests: names and contents of many kinds, deterministic by seed. */
import { createCipheriv } from 'node:crypto'
import type { Sample } from './archives.ts'

/** Seeded pseudo-random integers below `limit` (mulberry32). */
export function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return limit => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

type Random = ReturnType<typeof createRandom>

/** Incompressible bytes: the keystream of a cipher. */
export function randomBytes(random: Random, length: number): Uint8Array {
  const key = Uint8Array.from({ length: 16 }, () => random(256))
  return createCipheriv('aes-128-ctr', key, new Uint8Array(16)).update(new Uint8Array(length))
}

const words =
  'the file of a house and light water green stone seven letters to form anvil hammer smith fire'.split(' ')

function text(random: Random, length: number): Uint8Array {
  let written = ''
  while (written.length < length) written += `${words[random(words.length)]}${random(9) === 0 ? '.\n' : ' '}`
  return Buffer.from(written.slice(0, length))
}

function records(random: Random, length: number): Uint8Array {
  let written = ''
  for (let id = 0; written.length < length; id++)
    written += `{"id":${id},"name":"${words[random(words.length)]}","value":${random(100_000)}}\n`
  return Buffer.from(written.slice(0, length))
}

function zeros(_: Random, length: number): Uint8Array {
  return new Uint8Array(length)
}

/** Random bytes with repetitions at short and long distances. */
function echoes(random: Random, length: number): Uint8Array {
  const bytes = randomBytes(random, length)
  for (let at = 0; at + 400 < length; at += 100 + random(900))
    bytes.copyWithin(at, random(at + 1), random(at + 1) + random(300))
  return bytes
}

/** Slowly changing values, as in uncompressed images. */
function slopes(random: Random, length: number): Uint8Array {
  let value = 128
  return Uint8Array.from({ length }, () => (value = (value + random(5) - 2) & 255))
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
  const random = createRandom(seed)
  const time = () =>
    new Date(Date.UTC(1985 + random(50), random(12), 1 + random(28), random(24), random(60), random(60)))
  const files = sizes.map((size, index): Sample => {
    const content = contents[(index + seed) % contents.length] ?? text
    const name = names[index] ?? `more/${index}/file ${seed}.bin`
    return { name, bytes: content(random, size), modifiedAt: time() }
  })
  return [...files, { name: 'empty folder/inside/', bytes: new Uint8Array(0), modifiedAt: time() }]
}
