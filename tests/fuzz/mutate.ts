/** Makes broken inputs of whole ones: bits and numbers changed, pieces cut, doubled, moved and mixed. */
import type { Random } from './random.ts'

/** Numbers that readers of lengths and counts stumble over. */
const edgeNumbers = [
  0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
]
const maxBytes = 64 * 1024

export function mutateBytes(random: Random, seed: Buffer, words: readonly string[] = []): Buffer {
  let bytes = Buffer.from(seed)
  for (let rounds = 1 + random.below(6); rounds > 0; rounds -= 1)
    bytes = changeOnce(random, bytes, words).subarray(0, maxBytes) as typeof bytes
  return bytes
}

function changeOnce(random: Random, bytes: Buffer, words: readonly string[]): Buffer<ArrayBuffer> {
  const at = random.below(bytes.length + 1)
  const length = random.below(Math.min(64, bytes.length - at) + 1)
  const before = bytes.subarray(0, at)
  const after = bytes.subarray(at + length)
  switch (random.below(9)) {
    case 0:
      return Buffer.from(before)
    case 1:
      return Buffer.concat([before, after])
    case 2:
      return Buffer.concat([before, random.bytes(random.below(32)), after])
    case 3:
      return repeat(before, bytes.subarray(at, at + length), after, 1 + random.below(40))
    case 4:
      return Buffer.concat([after, before])
    case 5:
      return Buffer.concat([before, Buffer.from(words.length > 0 ? random.pick(words) : ''), after])
    case 6:
      // Deep nesting, or one sign for ever: seldom, since each costs as much as a hundred others.
      if (words.length === 0 || !random.isLucky(0.02)) return Buffer.from(bytes)
      return Buffer.concat([before, Buffer.from(random.pick(words).repeat(30_000)), after])
    case 7:
      return withNumber(random, bytes, at)
    default: {
      const changed = Buffer.from(bytes)
      if (changed.length > 0) {
        const place = random.below(changed.length)
        changed[place] = (changed[place] ?? 0) ^ (1 << random.below(8))
      }
      return changed
    }
  }
}

function repeat(before: Buffer, piece: Buffer, after: Buffer, times: number): Buffer<ArrayBuffer> {
  return Buffer.concat([before, ...Array.from({ length: times }, () => piece), after])
}

function withNumber(random: Random, bytes: Buffer, at: number): Buffer<ArrayBuffer> {
  const changed = Buffer.from(bytes)
  const number = random.pick(edgeNumbers)
  if (at + 4 > changed.length) return changed
  if (random.isLucky(0.5)) changed.writeUInt32LE(number, at)
  else changed.writeUInt32BE(number, at)
  return changed
}

export function mutateText(random: Random, seed: string, words: readonly string[] = []): string {
  return mutateBytes(random, Buffer.from(seed), words).toString(random.isLucky(0.5) ? 'utf8' : 'latin1')
}

const oddValues = [
  null,
  true,
  0,
  -1,
  1e308,
  Number.NaN,
  '',
  'x'.repeat(5000),
  '\u0000',
  '9'.repeat(400),
  '__proto__',
  [],
  {},
  [[[[]]]],
]

/** A value of JSON with the given names among its own, nested a little. */
export function randomJson(random: Random, names: readonly string[], depth = 3): unknown {
  if (depth === 0 || random.isLucky(0.4))
    return random.isLucky(0.7) ? random.pick(oddValues) : random.pick(names)
  if (random.isLucky(0.3))
    return Array.from({ length: random.below(4) }, () => randomJson(random, names, depth - 1))
  const entries = Array.from({ length: random.below(8) }, () => [
    random.pick(names),
    randomJson(random, names, depth - 1),
  ])
  return Object.fromEntries(entries)
}

/** Words and numbers as a program prints them, under the given names. */
export function randomValues(random: Random, names: readonly string[]): Record<string, string> {
  const words = [
    '0',
    '-1',
    '1e400',
    'N/A',
    '0/0',
    '1/0',
    '',
    '9'.repeat(400),
    'h264',
    'yuv420p',
    '\u0000',
    '30000/1001',
  ]
  return Object.fromEntries(names.filter(() => random.isLucky(0.6)).map(name => [name, random.pick(words)]))
}
