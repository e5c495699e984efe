/** PDF Workbench: page numbers, headers and footers on pages of every orientation. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import {
  pdfLib,
  redInk,
  seenSizes,
  structureOf,
  writeOrientedPdf,
} from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { beforeAll, expect, test } from 'vitest'
import { usePdfTools } from './support/pdf-tools-harness.ts'

const { PDFDocument, PDFName } = pdfLib

const tools = usePdfTools()
let path: string

beforeAll(async () => {
  path = await writeOrientedPdf(tools.folder, 'Report 2026.pdf')
})

const numberPages = (options: object, files = [path]) => tools.run({ ability: 'pdf-number', files, options })

const textsOf = async (file: string) => (await readPdf(file)).pages.map(text => text.replaceAll('\n', ' '))

test('number: fills in the placeholders', async () => {
  const result = await numberPages({
    topLeft: '{file}',
    topRight: '{date}',
    bottomCenter: 'Page {page} of {pages}',
    firstNumber: 5,
    skipFirst: true,
  })
  const texts = await textsOf(result.path)
  expect(texts[0]).not.toContain('Report 2026')
  expect(texts[1]).toContain('Report 2026')
  expect(texts[1]).toMatch(/\d{4}-\d\d-\d\d/)
  expect(texts[1]).toContain('Page 6 of 8')
  expect(texts[3]).toContain('Page 8 of 8')
  expect(await structureOf(result.path)).toEqual(await structureOf(path))
})

test('number: is at the edge of the page as it is seen', async () => {
  const result = await numberPages({ bottomRight: '{page}', color: '#ff0000', fontSize: 20, margin: 5 })
  for (const [index, { width, height }] of seenSizes.entries()) {
    const ink = await redInk(result.path, index)
    expect(ink?.left).toBeGreaterThan(width - 40)
    expect(ink?.right).toBeLessThan(width - 10)
    expect(ink?.top).toBeGreaterThan(height - 45)
    expect(ink?.bottom).toBeLessThan(height - 10)
  }
})

test('number: writes the labels of pages, and the file that each page comes from', async () => {
  const document = await PDFDocument.load(await readFile(path))
  document.catalog.set(
    PDFName.of('PageLabels'),
    document.context.obj({ Nums: [0, { S: 'r' }, 2, { S: 'D', St: 7 }] }),
  )
  const labeled = join(tools.folder, 'labeled.pdf')
  await writeFile(labeled, await document.save())
  const { path: first } = await numberPages({ topCenter: 'label {label};' }, [labeled])
  expect((await textsOf(first)).map(text => /label (\w+);/.exec(text)?.[1])).toEqual(['i', 'ii', '7', '8'])
  const { path: second } = await numberPages({ topCenter: '{file}', pages: '2:1, 1:1' }, [path, labeled])
  const texts = await textsOf(second)
  expect(texts[0]).toContain('labeled')
  expect(texts[1]).toContain('Report 2026')
})
