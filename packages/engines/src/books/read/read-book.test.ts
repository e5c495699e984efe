/** Readers of e-books on damaged and hostile files: an error code, never a crash, a hang or a foreign file. */
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import { expect, test } from 'vitest'
import { JobFailure } from '../../process/job-failure.ts'
import type { BookJob } from '../job.ts'
import { packEpub } from '../write/write-epub.ts'
import { writeBookText } from '../write/write-text.ts'
import { readBook } from './read-book.ts'

const samples = new URL('../../../../../tests/corpus/samples/books/', import.meta.url)

async function textOf(from: FormatId, content: Buffer, limits: Partial<BookJob> = {}): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'books-'))
  const outFolder = folder.path
  const path = join(outFolder, 'book')
  await writeFile(path, content)
  const job: BookJob = {
    task: '',
    from,
    to: 'txt',
    path,
    name: 'book',
    outFolder,
    maxPages: 100,
    maxPixels: 1e6,
    maxUnpackedBytes: 1e7,
    ...limits,
  }
  return writeBookText(await readBook(job))
}

function codeOf(from: FormatId, content: Buffer, limits?: Partial<BookJob>): Promise<string> {
  return textOf(from, content, limits).then(
    () => 'read',
    error => {
      if (error instanceof JobFailure) return error.code
      throw error
    },
  )
}

const book = (body: string) => Buffer.from(`<FictionBook><body>${body}</body></FictionBook>`)

const entities = Array.from(
  { length: 9 },
  (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
)
const entityBomb = Buffer.from(
  `<!DOCTYPE x [<!ENTITY l0 "lol">${entities.join('')}<!ENTITY f SYSTEM "file:///etc/hostname">]><FictionBook><body><section><p>&l9; &f;</p></section></body></FictionBook>`,
)

test('readFb2: declared entities are neither expanded nor loaded', async () => {
  const text = await textOf('fb2', entityBomb)
  expect(text).toContain('&l9; &f;')
  expect(text).not.toContain(hostname())
})

test('readFb2: a deep nesting, a missing root and an empty body are damaged', async () => {
  expect(await codeOf('fb2', Buffer.from(`<FictionBook><body>${'<section>'.repeat(20_000)}`))).toBe(
    'file-damaged',
  )
  expect(await codeOf('fb2', Buffer.from('<html/>'))).toBe('file-damaged')
  expect(await codeOf('fb2', book(''))).toBe('file-damaged')
})

test.each(['harbor.mobi', 'harbor.azw3', 'harbor-both.mobi', 'harbor.pdb'])(
  '%s: every truncation and many changed bytes end with a code or a text',
  async name => {
    const file = await readFile(new URL(name, samples))
    const from = name.endsWith('pdb') ? 'pdb' : 'mobi'
    const step = Math.max(1, Math.floor(file.length / 25))
    for (let end = 0; end < file.length; end += step)
      expect(await codeOf(from, file.subarray(0, end))).toMatch(
        /^(?:read|file-damaged|unsupported-variant|book-protected)$/,
      )
    for (let at = 60; at < Math.min(file.length, 1500); at += 61) {
      const changed = Buffer.from(file)
      changed.fill(0xff, at, at + 4)
      expect(await codeOf(from, changed)).toMatch(
        /^(?:read|file-damaged|unsupported-variant|book-protected|needs-too-much-memory)$/,
      )
    }
  },
)

test('readMobi: an encrypted book is refused as protected', async () => {
  const file = await readFile(new URL('harbor.mobi', samples))
  const changed = Buffer.from(file)
  changed.writeUInt16BE(2, changed.readUInt32BE(78) + 12)
  expect(await codeOf('mobi', changed)).toBe('book-protected')
})

const opf = (pages: number) =>
  `<package><manifest>${Array.from({ length: pages }, (_, index) => `<item id="p${index}" href="${index}.xhtml"/>`).join('')}</manifest><spine>${Array.from({ length: pages }, (_, index) => `<itemref idref="p${index}"/>`).join('')}</spine></package>`

test('readEpub: unpacks no more than the limit', async () => {
  const pages = Array.from({ length: 4 }, (_, index) => ({
    name: `${index}.xhtml`,
    content: 'a'.repeat(400_000),
  }))
  const file = await packEpub([{ name: 'package.opf', content: opf(4) }, ...pages])
  expect(await codeOf('epub', file, { maxUnpackedBytes: 1e6 })).toBe('needs-too-much-memory')
  expect(await codeOf('epub', file)).toBe('read')
})

test('readEpub: a page that is nested too deeply is damaged, a missing one is left out', async () => {
  const deep = await packEpub([
    { name: 'package.opf', content: opf(1) },
    { name: '0.xhtml', content: '<div>'.repeat(5000) },
  ])
  expect(await codeOf('epub', deep)).toBe('file-damaged')
  const partial = await packEpub([
    { name: 'package.opf', content: opf(2) },
    { name: '0.xhtml', content: '<p>Words</p>' },
  ])
  expect(await textOf('epub', partial)).toContain('Words')
})
