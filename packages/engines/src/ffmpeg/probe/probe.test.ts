import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isProtectedMp4 } from './probe.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protected-mp4-'))
})
afterEach(() => rm(folder, { recursive: true }))

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const sampleTable = (entry: string) => box('stsd', Buffer.alloc(8), box(entry, Buffer.alloc(40)))
const track = (entry: string) =>
  box('trak', box('tkhd', Buffer.alloc(20)), box('mdia', box('minf', box('stbl', sampleTable(entry)))))

async function isProtected(...boxes: Buffer[]): Promise<boolean> {
  const path = join(folder, 'video')
  await writeFile(path, Buffer.concat(boxes))
  return isProtectedMp4(path)
}

test('isProtectedMp4: detects a single encrypted track', async () => {
  const media = box('mdat', Buffer.from('encv drms'))
  expect(await isProtected(box('ftyp'), box('moov', track('avc1'), track('mp4a')), media)).toBe(false)
  expect(await isProtected(box('ftyp'), media, box('moov', track('avc1'), track('enca')))).toBe(true)
  expect(await isProtected(box('ftyp'), box('moov', track('drmi')))).toBe(true)
})

test('isProtectedMp4: handles 64-bit box sizes and boxes that extend to the end of the file', async () => {
  const long = Buffer.alloc(24)
  long.writeUInt32BE(1)
  long.write('mdat', 4, 'latin1')
  long.writeBigUInt64BE(24n, 8)
  const open = box('moov', track('encv'))
  open.writeUInt32BE(0)
  expect(await isProtected(long, open)).toBe(true)
})

test('isProtectedMp4: stops at malformed boxes instead of looping', async () => {
  expect(await isProtected(Buffer.alloc(4000))).toBe(false)
  expect(await isProtected(Buffer.from([0, 0, 0, 3, 1, 2, 3, 4, 5, 6, 7, 8]))).toBe(false)
  expect(await isProtected(Buffer.alloc(3))).toBe(false)
})
