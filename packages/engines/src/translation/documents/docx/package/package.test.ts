/** readPackage, writePackage: round trip and hostile archives. */

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type PackagePart, readPackage, unpack } from './read-package.ts'
import { packPart, writePackage } from './write-package.ts'

const empty: PackagePart = {
  name: '',
  method: 0,
  checksum: 0,
  bytes: 0,
  packed: Buffer.alloc(0),
  time: 0,
  date: 33,
}
const part = (name: string, content: string) => packPart({ ...empty, name }, Buffer.from(content))
const write = (parts: readonly PackagePart[]) => buffer(Readable.from(writePackage(parts)))
const failing = (code: string) => expect.objectContaining({ code })

test('writePackage: preserves parts, names and order', async () => {
  const parts = [
    part('[Content_Types].xml', '<Types/>'),
    part('word/größe.xml', '<a/>'.repeat(500)),
    part('empty', ''),
  ]
  const read = readPackage(await write(parts))
  expect(read.map(({ name }) => name)).toEqual(parts.map(({ name }) => name))
  expect(read.map(each => unpack(each).toString())).toEqual(['<Types/>', '<a/>'.repeat(500), ''])
})

test('unpack: rejects a decompression bomb', async () => {
  const packed = deflateRawSync(Buffer.alloc(50_000_000))
  const [read] = readPackage(await write([{ ...part('a', ''), packed, bytes: 1000 }]))
  expect(read && (() => unpack(read))).toThrow(failing('file-damaged'))
})

test('readPackage: rejects truncated, duplicate, corrupt and encrypted parts', async () => {
  const whole = await write([part('a', 'text '.repeat(100)), part('b', 'x')])
  expect(() => readPackage(whole.subarray(0, whole.length - 30))).toThrow(failing('file-damaged'))
  expect(() => readPackage(Buffer.from('PK no'))).toThrow(failing('file-damaged'))
  expect(() => readPackage(Buffer.alloc(0))).toThrow(failing('file-damaged'))
  const twice = await write([part('a', 'x'), part('a', 'y')])
  expect(() => readPackage(twice)).toThrow(failing('file-damaged'))
  const changed = Buffer.from(whole)
  changed[35] = (changed[35] ?? 0) ^ 255
  expect(() => readPackage(changed).map(unpack)).toThrow(failing('file-damaged'))
  const secret = Buffer.from(whole)
  const entry = secret.indexOf(Buffer.from('504b0102', 'hex'))
  secret.writeUInt16LE(1, entry + 8)
  expect(() => readPackage(secret)).toThrow(failing('file-encrypted'))
})

test('readPackage: rejects invalid offsets and counts', async () => {
  const whole = await write([part('a', 'x')])
  const lying = (offset: number, value: number) => {
    const copy = Buffer.from(whole)
    copy.writeUInt16LE(value, whole.length - 22 + offset)
    return () => readPackage(copy)
  }
  expect(lying(16, 0x7fff)).toThrow(failing('file-damaged'))
  expect(lying(10, 500)).toThrow(failing('file-damaged'))
  expect(lying(10, 0x7fff)).toThrow(failing('needs-too-much-memory'))
})
