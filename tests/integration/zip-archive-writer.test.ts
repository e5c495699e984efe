import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import { createZipArchiveWriter } from '../../packages/server/src/adapters/zip-archive/zip-archive-writer.ts'
import { readZip } from '../support/read-zip.ts'

const { write } = createZipArchiveWriter()
const file = (name: string, bytes: string) => ({
  name,
  read: async () => Readable.from([Buffer.from(bytes)]),
})
const missing = (name: string) => ({
  name,
  read: async () => {
    throw new AppError('not-found')
  },
})
const note = {
  name: 'note.txt',
  note: (names: readonly string[]) => (names.length > 0 ? names.join(',') : undefined),
}

async function textsOf(archive: Readable): Promise<Record<string, string>> {
  const files = await readZip(await buffer(archive))
  return Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.toString()]))
}

test('zip writer: writes texts and files in order', async () => {
  const archive = write([
    { name: 'a.txt', text: 'first' },
    file('b/ö.bin', 'second'),
    file('empty', ''),
    note,
  ])
  expect(Object.entries(await textsOf(archive))).toEqual([
    ['a.txt', 'first'],
    ['b/ö.bin', 'second'],
    ['empty', ''],
  ])
})

test('zip writer: skips missing files, lists them in a note, and the archive is valid', async () => {
  expect(await textsOf(write([missing('1'), file('2', 'two'), missing('3'), note]))).toEqual({
    2: 'two',
    'note.txt': '1,3',
  })
  expect(await textsOf(write([missing('1'), { name: 'a.txt', text: 'alone' }]))).toEqual({ 'a.txt': 'alone' })
})

test('zip writer: opens a file only after the previous one was read', async () => {
  const opened: string[] = []
  const large = (name: string) => ({
    name,
    read: async () => {
      opened.push(name)
      return Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(64 * 1024)))
    },
  })
  const archive = write([large('1'), large('2')])
  await once(archive, 'readable')
  expect(opened).toEqual(['1'])
  expect(Object.keys(await textsOf(archive))).toEqual(['1', '2'])
  expect(opened).toEqual(['1', '2'])
})

test.each([
  ['cannot be opened', () => Promise.reject(new AppError('unavailable'))],
  [
    'ends with an error',
    async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('half')
          throw new AppError('unavailable')
        })(),
      ),
  ],
])('zip writer: a file that %s fails the archive', async (_how, read) => {
  const packed = buffer(write([{ name: '1', read }, file('2', 'two')]))
  await expect(packed).rejects.toThrow(new AppError('unavailable').message)
})

test('zip writer: when the reader is destroyed, closes the open file and opens no other', async () => {
  const endless = new Readable({ read: () => endless.push(Buffer.alloc(64 * 1024)) })
  const archive = write([
    { name: '1', read: async () => endless },
    { name: '2', read: () => expect.unreachable() },
  ])
  await once(archive, 'readable')
  archive.destroy()
  await once(endless, 'close')
  expect(endless.destroyed).toBe(true)
})
