import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPdfFile, PdfDocument } from './pdf-document.ts'
import { pdfString, referencedNumber, textOf } from './pdf-value.ts'
import { readObjects } from './read-objects.ts'
import { runQpdf } from './run-qpdf.ts'
import { readTree, writeNameTree, writeNumberTree } from './trees.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-document-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
const newPath = () => join(folder, `${count++}`)

/** One page that draws a text. */
async function writePdf(text: string): Promise<string> {
  const document = new PdfDocument([])
  const data = newPath()
  await writeFile(data, `% ${text}`)
  const contents = document.setStream({ dict: {}, datafile: data })
  const pages = document.add(null)
  const page = document.add({
    '/Type': '/Page',
    '/Parent': pages,
    '/MediaBox': [0, 0, 9, 9],
    '/Contents': contents,
  })
  document.set(referencedNumber(pages) ?? 0, { '/Type': '/Pages', '/Kids': [page], '/Count': 1 })
  const root = document.add({ '/Type': '/Catalog', '/Pages': pages, '/Lang': pdfString(text) })
  const path = newPath()
  await document.save(path, { trailer: { '/Root': root }, workFolder: newPath() })
  return path
}

const open = (path: string) => openPdfFile(path, newPath())

test('PdfDocument: reads objects and follows references', async () => {
  const document = new PdfDocument([await open(await writePdf('Größe'))])
  const catalog = document.dictionary(document.trailer()['/Root'])
  expect(textOf(catalog?.['/Lang'])).toBe('Größe')
  const [page] = document.array(document.dictionary(catalog?.['/Pages'])?.['/Kids'])
  expect(document.dictionary(page)?.['/MediaBox']).toEqual([0, 0, 9, 9])
  expect(document.resolve('999 0 R')).toBeNull()
})

test('PdfDocument: a cycle of references has no value', () => {
  const document = new PdfDocument([])
  const a = document.add(null)
  const b = document.add(a)
  document.set(referencedNumber(a) ?? 0, b)
  expect(document.resolve(a)).toBeNull()
})

test('PdfDocument: saves objects of two files with their streams', async () => {
  const files = [await open(await writePdf('first')), await open(await writePdf('second'))]
  const document = new PdfDocument(files)
  const pagesOf = (index: number) => {
    const pages = document.dictionary(document.trailer(index)['/Root'])?.['/Pages']
    return document.array(document.dictionary(pages)?.['/Kids'])
  }
  const pages = document.add(null)
  const kids = [...pagesOf(0), ...pagesOf(1)]
  for (const kid of kids)
    document.set(referencedNumber(kid) ?? 0, { ...document.dictionary(kid), '/Parent': pages })
  document.set(referencedNumber(pages) ?? 0, { '/Type': '/Pages', '/Kids': kids, '/Count': 2 })
  const path = newPath()
  const trailer = { '/Root': document.add({ '/Type': '/Catalog', '/Pages': pages }) }
  await document.save(path, { trailer, workFolder: newPath() })
  const { stdout } = await runQpdf(['--qdf', '--object-streams=disable', path, '-'])
  expect(stdout.match(/% (first|second)$/gm)).toEqual(['% first', '% second'])
  expect((await runQpdf(['--check', path])).hasWarnings).toBe(false)
})

test('readObjects: a file with object streams cannot be updated, and is rewritten', async () => {
  const plain = await writePdf('packed')
  const packed = newPath()
  await runQpdf([plain, '--object-streams=generate', packed])
  expect((await readObjects(plain)).canBeUpdated).toBe(true)
  expect((await readObjects(packed)).canBeUpdated).toBe(false)
  const rewritten = newPath()
  expect(await openPdfFile(packed, rewritten)).toMatchObject({
    path: rewritten,
    objects: { canBeUpdated: true },
  })
})

test('trees: keys are sorted and read again, also in several nodes', () => {
  const document = new PdfDocument([])
  const names = new Map(Array.from({ length: 450 }, (_, index) => [`u:${String(900 - index)}`, index]))
  const read = readTree(document, writeNameTree(document, names), '/Names')
  expect(read).toHaveLength(450)
  expect(read[0]).toEqual(['u:451', 449])
  const numbers = new Map([
    [10, 'u:b'],
    [9, 'u:a'],
  ])
  expect(readTree(document, writeNumberTree(document, numbers), '/Nums')).toEqual([
    [9, 'u:a'],
    [10, 'u:b'],
  ])
})

test('readTree: ends at a node that contains itself', () => {
  const document = new PdfDocument([])
  const node = document.add(null)
  document.set(referencedNumber(node) ?? 0, { '/Names': ['u:a', 1], '/Kids': [node] })
  expect(readTree(document, node, '/Names')).toEqual([['u:a', 1]])
})
