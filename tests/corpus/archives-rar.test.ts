/** RAR archives of the built-in writer, unpacked by three independent programs. */

import { stat } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyNth } from '../support/thorough.ts'
import { createRandom, randomBytes, randomTree } from './support/archive-samples.ts'
import {
  type Packer,
  type Sample,
  startPacker,
  type Unpacked,
  type Unpacker,
  unpackWithBsdtar,
  unpackWithUnar,
  unpackWithUnrar,
} from './support/archives.ts'

let packer: Packer

beforeAll(async () => {
  packer = await startPacker()
})

afterAll(() => packer.close())

const allUnpackers: [string, Unpacker][] = [
  ['unrar', unpackWithUnrar],
  ['unar', unpackWithUnar],
  ['bsdtar', unpackWithBsdtar],
]
/** bsdtar does not support encrypted RAR 5 archives. */
const passwordUnpackers = allUnpackers.slice(0, 2)

function expectSame(unpacked: Map<string, Unpacked>, samples: readonly Sample[], by: string): void {
  for (const { name, bytes, modifiedAt } of samples) {
    const isFolder = name.endsWith('/')
    const found = unpacked.get(isFolder ? name.slice(0, -1) : name)
    expect(found, `${by}: ${name}`).toBeDefined()
    if (!isFolder) expect(found?.bytes?.equals(bytes), `${by}: content of ${name}`).toBe(true)
    const secondsOff = Math.abs((found?.modifiedAtMs ?? 0) - modifiedAt.getTime()) / 1000
    // unrar reports DOS timestamps, which have a resolution of two seconds.
    expect(secondsOff, `${by}: time of ${name}`).toBeLessThan(by === 'unrar' ? 2 : 1)
  }
  const files = [...unpacked.values()].filter(({ bytes }) => bytes !== null)
  expect(files.length).toBe(samples.filter(({ name }) => !name.endsWith('/')).length)
}

describe.concurrent('RAR: random file trees', () => {
  test.each(everyNth(4, [1, 2, 3, 4, 5, 6, 7, 8, 9]))('round-trip at level %i', async level => {
    const samples = randomTree(level)
    const path = await packer.pack({ samples, to: 'rar', level })
    for (const [by, unpack] of allUnpackers) expectSame(await unpack(path), samples, by)
  })

  test.each(everyNth(2, [1, 5, 9]))('COMP-10 round-trip at level %i with a password', async level => {
    const samples = randomTree(100 + level)
    const password = 'pässwörd 日本 $1'
    const path = await packer.pack({ samples, to: 'rar', level, password })
    for (const [by, unpack] of passwordUnpackers) expectSame(await unpack(path, password), samples, by)
    for (const [, unpack] of passwordUnpackers) {
      await expect(unpack(path, 'another')).rejects.toThrow()
      await expect(unpack(path)).rejects.toThrow()
    }
  })
})

test('RAR: files larger than the window, in several chunks', async () => {
  const random = createRandom(7)
  const part = randomBytes(random, 400_000)
  const bytes = new Uint8Array(22_000_000)
  // Repetitions within and beyond the window, and noise.
  for (let at = 0; at < bytes.length; at += 500_000)
    bytes.set(part.subarray(0, 100_000 + random(300_000)), at)
  for (let at = 0; at < bytes.length; at += 1 + random(3000)) bytes[at] = random(256)
  const samples = [{ name: 'large.bin', bytes, modifiedAt: new Date(1_700_000_000_000) }]
  const path = await packer.pack({ samples, to: 'rar', level: 1 })
  for (const [by, unpack] of allUnpackers) expectSame(await unpack(path), samples, by)
})

test('RAR: an archive without files is valid', async () => {
  const path = await packer.pack({ samples: [], to: 'rar' })
  expect((await unpackWithUnrar(path)).size).toBe(0)
  expect((await unpackWithBsdtar(path)).size).toBe(0)
})

test('RAR: timestamps before 1970 and with fractions of a second', async () => {
  const samples = [
    { name: 'old', bytes: Buffer.from('old'), modifiedAt: new Date(Date.UTC(1969, 6, 20, 20, 17, 40)) },
    { name: 'fine', bytes: Buffer.from('fine'), modifiedAt: new Date(Date.UTC(2024, 1, 29, 1, 2, 3, 456)) },
  ]
  const path = await packer.pack({ samples, to: 'rar' })
  const unpacked = await unpackWithUnar(path)
  expect(Math.round(unpacked.get('fine')?.modifiedAtMs ?? 0)).toBe(samples[1]?.modifiedAt.getTime())
  expect(Math.round(unpacked.get('old')?.modifiedAtMs ?? 0)).toBe(samples[0]?.modifiedAt.getTime())
})

test('RAR: compresses text and stores incompressible data', async () => {
  const random = createRandom(1)
  const modifiedAt = new Date(0)
  const noise = await packer.pack({
    samples: [{ name: 'noise', bytes: randomBytes(random, 300_000), modifiedAt }],
    to: 'rar',
    level: 9,
  })
  const text = randomTree(0).find(({ bytes }) => bytes.length === 70_000) as Sample
  const packed = await packer.pack({ samples: [text], to: 'rar', level: 9 })
  const sizeOf = (path: string) => stat(path).then(({ size }) => size)
  expect(await sizeOf(noise)).toBeLessThan(300_300)
  expect(await sizeOf(packed)).toBeLessThan(15_000)
})
