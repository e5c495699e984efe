import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDeclaredBytes } from './declared-bytes.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declared-bytes-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function declared(format: FormatId, file: Buffer): Promise<number | null> {
  const path = join(folder, 'file')
  await writeFile(path, file)
  return findDeclaredBytes(path, format)
}

function wave(dataBytes: number, actualBytes: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  return Buffer.concat([header, Buffer.alloc(actualBytes)])
}

test('findDeclaredBytes: wav, whose data is shorter than its chunk', async () => {
  expect(await declared('wav', wave(1000, 600))).toBe(1044)
  expect(await declared('wav', wave(1000, 1000))).toBeNull()
  expect(await declared('wav', wave(600, 1000))).toBeNull()
})

test('findDeclaredBytes: wav written to a pipe declares nothing', async () => {
  for (const size of [0, 0x7fff_ffff, 0xffff_ffff]) expect(await declared('wav', wave(size, 600))).toBeNull()
})

test('findDeclaredBytes: Windows Media by its file properties, unless it is a broadcast', async () => {
  const header = Buffer.alloc(200)
  Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex').copy(header, 30)
  header.writeBigUInt64LE(5000n, 70)
  expect(await declared('wma', header)).toBe(5000)
  header.writeUInt32LE(1, 30 + 88)
  expect(await declared('wma', header)).toBeNull()
})

test('findDeclaredBytes: Ogg without a last page lacks an unknown amount', async () => {
  const page = (flags: number) =>
    Buffer.from(`OggS\0${String.fromCharCode(flags)}${'\0'.repeat(60)}`, 'latin1')
  expect(await declared('opus', Buffer.concat([page(2), page(0)]))).toBe(Number.POSITIVE_INFINITY)
  expect(await declared('opus', Buffer.concat([page(2), page(4)]))).toBeNull()
})

test('findDeclaredBytes: nothing for formats that do not declare a size', async () => {
  expect(await declared('aac', Buffer.alloc(10))).toBeNull()
})
