/** Comics: pages in natural order, to and from PDF and EPUB; hostile archives have no effect. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FormatId } from '@filesmith/contract/formats'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { useBookEngines } from './support/book-harness.ts'
import { checkEpub } from './support/check-epub.ts'
import { writeZip } from './support/write-zip.ts'

const run = promisify(execFile)
const engines = useBookEngines()
const convert = (input: Buffer, from: FormatId, to: FormatId) =>
  engines.convert({ operation: 'convert-comic', input, from, to })

/** Pages of different widths, so that their order can be seen. */
const widths = { 'p1.png': 40, 'p2.jpg': 50, 'p10.png': 60 } as const
const images: Record<string, Buffer> = {}
let cbz: Buffer

beforeAll(async () => {
  for (const [name, width] of Object.entries(widths)) {
    const image = sharp({ create: { width, height: 80, channels: 3, background: '#284' } })
    images[name] = await (name.endsWith('jpg') ? image.jpeg() : image.png()).toBuffer()
  }
  // Names in the order of plain sorting; the cover of another system beside them.
  cbz = writeZip({
    'comic/p10.png': images['p10.png'] ?? '',
    'comic/p2.jpg': images['p2.jpg'] ?? '',
    'comic/p1.png': images['p1.png'] ?? '',
    '__MACOSX/comic/._p1.png': 'metadata',
    'ComicInfo.xml': '<ComicInfo/>',
  })
})

test('cbz to pdf has one page for each image, 2 before 10', async () => {
  const { path } = await convert(cbz, 'cbz', 'pdf')
  const { stdout } = await run('pdfimages', ['-list', path])
  expect([...stdout.matchAll(/^\s+(\d)\s+\d+\s+image\s+(\d+)\s+80/gm)].map(found => found.slice(1))).toEqual([
    ['1', '40'],
    ['2', '50'],
    ['3', '60'],
  ])
})

test('cbz to epub is a valid book with fixed layout, and back to cbz the same bytes', async () => {
  const { path, bytes } = await convert(cbz, 'cbz', 'epub')
  const { opf, pages } = await checkEpub(path, bytes)
  expect(opf).toContain('<meta property="rendition:layout">pre-paginated</meta>')
  expect([...pages.matchAll(/width=(\d+), height=80/g)].map(([, width]) => Number(width))).toEqual([
    40, 50, 60,
  ])
  const back = [...(await readZip((await convert(bytes, 'epub', 'cbz')).bytes)).values()]
  expect(back).toEqual(Object.values(images))
})

test('a pdf becomes a cbz with an image for each page', async () => {
  const pdf = await readFile((await convert(cbz, 'cbz', 'pdf')).path)
  const pages = await readZip((await convert(pdf, 'pdf', 'cbz')).bytes)
  expect([...pages.keys()]).toEqual(['harbor-page-01.jpg', 'harbor-page-02.jpg', 'harbor-page-03.jpg'])
})

test('cb7 with links and names outside of it: only its own images', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'comic-'))
  const folder = temporary.path
  await mkdir(join(folder, 'in'))
  await writeFile(join(folder, 'in', 'a.png'), images['p1.png'] ?? '')
  await symlink('/usr/share/pixmaps/debian-logo.png', join(folder, 'in', 'b.png'))
  await run(
    'bsdtar',
    ['--format=7zip', '-s', '|^a.png|../../a.png|', '-cf', join(folder, 'a.cb7'), 'a.png', 'b.png'],
    { cwd: join(folder, 'in') },
  )
  const pages = await readZip((await convert(await readFile(join(folder, 'a.cb7')), 'cb7', 'cbz')).bytes)
  expect([...pages.values()]).toEqual([images['p1.png']])
})

test.each([
  ['no images', () => writeZip({ 'a.txt': 'words' }), 'no-comic-pages'],
  [
    'a damaged image',
    () => writeZip({ 'a.png': (images['p1.png'] ?? Buffer.alloc(0)).subarray(0, 60) }),
    'file-damaged',
  ],
  ['a bomb', () => writeZip({ 'a.png': Buffer.alloc(120_000_000) }), 'needs-too-much-memory'],
  ['not an archive', () => Buffer.from('PK\x03\x04 nothing'), 'file-damaged'],
])('a comic with %s ends with a code', async (_, make, code) => {
  expect(await engines.codeOf({ operation: 'convert-comic', input: make(), from: 'cbz', to: 'pdf' })).toBe(
    code,
  )
})
