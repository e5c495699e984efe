import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isProtectedMp4 } from './probe.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-mp4-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Boxes inside of each other, the innermost first. */
function nested(types: readonly string[], content = Buffer.alloc(0)): Buffer {
  const heads = Buffer.alloc(8 * types.length)
  for (const [index, type] of types.entries()) {
    heads.writeUInt32BE(heads.length - 8 * index + content.length, 8 * index)
    heads.write(type, 8 * index + 4, 'latin1')
  }
  return Buffer.concat([heads, content])
}

async function isProtected(bytes: Buffer): Promise<boolean> {
  const path = join(folder, 'video.mp4')
  await writeFile(path, bytes)
  return isProtectedMp4(path)
}

const path = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']
const entry = (type: string) => Buffer.concat([Buffer.alloc(8), nested([type])])

test('isProtectedMp4: recognizes encrypted sample entries', async () => {
  expect(await isProtected(nested(path, entry('encv')))).toBe(true)
  expect(await isProtected(nested(path, entry('avc1')))).toBe(false)
})

// Each level holds its place in memory: without a limit, a file of 16 MB ended the worker.
test('isProtectedMp4: ends with two million boxes inside of each other', { timeout: 30_000 }, async () => {
  expect(await isProtected(nested(Array<string>(2_000_000).fill('moov')))).toBe(false)
})
