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
const gone = (name: string) => ({
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

test('texts and files come in their order', async () => {
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

test('what is gone by its turn is left out and noted, and the archive is whole', async () => {
  expect(await textsOf(write([gone('1'), file('2', 'two'), gone('3'), note]))).toEqual({
    2: 'two',
    'note.txt': '1,3',
  })
  expect(await textsOf(write([gone('1'), { name: 'a.txt', text: 'alone' }]))).toEqual({ 'a.txt': 'alone' })
})

test('a file is opened only when the one before it has been read', async () => {
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
    'breaks off',
    async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('half')
          throw new AppError('unavailable')
        })(),
      ),
  ],
])('an archive with a file that %s fails, and nothing else does', async (_how, read) => {
  const packed = buffer(write([{ name: '1', read }, file('2', 'two')]))
  await expect(packed).rejects.toThrow(new AppError('unavailable').message)
})

test('when the reader leaves, the open file is closed and no other is opened', async () => {
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
