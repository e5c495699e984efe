/** Mutates valid inputs: flips bits, sets boundary values, and truncates, repeats, moves and inserts byte ranges. */
import type { Random } from './random.ts'

/** Boundary values for length and count fields. */
const edgeNumbers = [
  0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
]
const maxBytes = 64 * 1024

export function mutateBytes(random: Random, seed: Buffer, tokens: readonly string[] = []): Buffer {
  let bytes = Buffer.from(seed)
  for (let rounds = 1 + random.below(6); rounds > 0; rounds -= 1)
    bytes = mutateOnce(random, bytes, tokens).subarray(0, maxBytes) as typeof bytes
  return bytes
}

function mutateOnce(random: Random, bytes: Buffer, tokens: readonly string[]): Buffer<ArrayBuffer> {
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
      return Buffer.concat([before, Buffer.from(tokens.length > 0 ? random.pick(tokens) : ''), after])
    case 6:
      // Deep nesting or one endless token; rare, because each costs as much as a hundred other mutations.
      if (tokens.length === 0 || !random.isChosen(0.02)) return Buffer.from(bytes)
      return Buffer.concat([before, Buffer.from(random.pick(tokens).repeat(30_000)), after])
    case 7:
      return setNumber(random, bytes, at)
    default: {
      const changed = Buffer.from(bytes)
      if (changed.length > 0) {
        const index = random.below(changed.length)
        changed[index] = (changed[index] ?? 0) ^ (1 << random.below(8))
      }
      return changed
    }
  }
}

function repeat(before: Buffer, range: Buffer, after: Buffer, times: number): Buffer<ArrayBuffer> {
  return Buffer.concat([before, ...Array.from({ length: times }, () => range), after])
}

function setNumber(random: Random, bytes: Buffer, at: number): Buffer<ArrayBuffer> {
  const changed = Buffer.from(bytes)
  const number = random.pick(edgeNumbers)
  if (at + 4 > changed.length) return changed
  if (random.isChosen(0.5)) changed.writeUInt32LE(number, at)
  else changed.writeUInt32BE(number, at)
  return changed
}

export function mutateText(random: Random, seed: string, tokens: readonly string[] = []): string {
  return mutateBytes(random, Buffer.from(seed), tokens).toString(random.isChosen(0.5) ? 'utf8' : 'latin1')
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

/** Random nested JSON that uses the given property names. */
export function randomJson(random: Random, names: readonly string[], depth = 3): unknown {
  if (depth === 0 || random.isChosen(0.4))
    return random.isChosen(0.7) ? random.pick(oddValues) : random.pick(names)
  if (random.isChosen(0.3))
    return Array.from({ length: random.below(4) }, () => randomJson(random, names, depth - 1))
  const entries = Array.from({ length: random.below(8) }, () => [
    random.pick(names),
    randomJson(random, names, depth - 1),
  ])
  return Object.fromEntries(entries)
}

/** Random values as ffprobe prints them, under the given names. */
export function randomValues(random: Random, names: readonly string[]): Record<string, string> {
  const tokens = [
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
  return Object.fromEntries(names.filter(() => random.isChosen(0.6)).map(name => [name, random.pick(tokens)]))
}
