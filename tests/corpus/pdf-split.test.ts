/** PDF Workbench: splitting documents by pages, size and bookmarks. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { qpdfOutput, usePdfTools } from './support/pdf-tools-harness.ts'
import { readPdfStructure } from './support/read-pdf-structure.ts'
import { writeStructuredPdf } from './support/structured-pdf.ts'

const tools = usePdfTools()

/** Names and page counts of the documents; the harness writes them beside the result. */
async function split(files: readonly string[], options: object) {
  const result = await tools.run({ ability: 'pdf-organize', files, options })
  const names = [...(await readZip(result.bytes)).keys()]
  const counts = await Promise.all(
    names.map(async name => [name, Number(await qpdfOutput('--show-npages', `${result.path}-${name}`))]),
  )
  return { ...result, documents: Object.fromEntries(counts) }
}

test('split: after a number of pages, with the bookmarks of each part', async () => {
  const file = await writeStructuredPdf(join(tools.folder, 'five.pdf'), 'A', 5)
  const { documents, path } = await split([file], { split: 'pages', splitPages: 2 })
  expect(documents).toEqual({ 'book-1.pdf': 2, 'book-2.pdf': 2, 'book-3.pdf': 1 })
  const { outline, labels } = await readPdfStructure(`${path}-book-2.pdf`)
  expect(outline).toEqual(['A chapter 3: 1', '  A section 3: 1', 'A chapter 4: 2', '  A section 4: 2'])
  expect(labels).toEqual(['A-iii', 'A-iv'])
})

test('split: many parts, each with its page only', async () => {
  const file = await writeStructuredPdf(join(tools.folder, 'many.pdf'), 'A', 30)
  const { documents, path } = await split([file], { split: 'pages', splitPages: 1 })
  expect(Object.values(documents)).toEqual(Array(30).fill(1))
  const attachments = ['01', '02', '30'].map(
    async part => (await readPdfStructure(`${path}-book-${part}.pdf`)).attachments,
  )
  expect(await Promise.all(attachments)).toEqual([['notes.txt'], [], []])
  const content = await qpdfOutput('--qdf', '--object-streams=disable', `${path}-book-17.pdf`, '-')
  expect(new Set(content.match(/A (page|image|tag|chapter|section) \d+/g))).toEqual(
    new Set(['page', 'image', 'tag', 'chapter', 'section'].map(what => `A ${what} 17`)),
  )
})

test('split: at top-level bookmarks, with their titles in the names', async () => {
  const file = await writeStructuredPdf(join(tools.folder, 'a.pdf'), 'A: "1"/', 3)
  const { documents } = await split([file], { pages: '2, 3, 1', split: 'bookmarks' })
  expect(documents).toEqual({
    'book-A 1 chapter 2.pdf': 1,
    'book-A 1 chapter 3.pdf': 1,
    'book-A 1 chapter 1.pdf': 1,
  })
})

test('split: a document without bookmarks is refused with words', async () => {
  const image = join(tools.folder, 'dot.png')
  await writeFile(
    image,
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )
  await expect(split([image], { split: 'bookmarks' })).rejects.toThrow(
    'The document has no bookmarks to split it at.',
  )
})

test('split: of several documents at bookmarks, those without stay whole and are named', async () => {
  const marked = await writeStructuredPdf(join(tools.folder, 'marked.pdf'), 'A', 3)
  const plain = join(tools.folder, 'plain.pdf')
  await qpdfOutput('--empty', '--pages', marked, '1-2', '--', plain)
  const options = { pages: '1:1-2; 2:1-2; 1:3', split: 'bookmarks' }
  const { documents, notes } = await split([marked, plain], options)
  expect(documents).toEqual({
    'book-A chapter 1.pdf': 1,
    'book-A chapter 2.pdf': 1,
    'book-plain.pdf': 2,
    'book-A chapter 3.pdf': 1,
  })
  expect(notes).toContain('Not split, because there are no bookmarks: document 2 (plain.pdf).')
  await expect(split([plain], { pages: '1; 2', split: 'bookmarks' })).rejects.toThrow(
    'None of the documents has bookmarks to split it at.',
  )
})

test('split: below a size, with as many pages as fit', async () => {
  // Noise does not compress: about 30, 30, 30 and 120 kB.
  const files = await Promise.all(
    [100, 100, 100, 200].map(async (side, index) => {
      const path = join(tools.folder, `noise-${index}.png`)
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
      const image = sharp({ create: { width: side, height: side, channels: 3, background: 'red', noise } })
      await writeFile(path, await image.png().toBuffer())
      return path
    }),
  )
  const { documents, notes } = await split(files, { split: 'size', splitMegabytes: 0.08 })
  expect(documents).toEqual({ 'book-1.pdf': 2, 'book-2.pdf': 1, 'book-3.pdf': 1 })
  expect(notes).toEqual(['One page is larger than 0.08 MB and could not be split.'])
})

test('split: one part is a PDF', async () => {
  const file = await writeStructuredPdf(join(tools.folder, 'two.pdf'), 'A', 2)
  const { format } = await tools.run({
    ability: 'pdf-organize',
    files: [file],
    options: { split: 'pages', splitPages: 9 },
  })
  expect(format).toBeUndefined()
})
