/** PDF Workbench: flattening forms and comments, and repairing damaged files. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import {
  inkOf,
  pdfLib,
  redInk,
  structureOf,
  writeCompressed,
  writeOrientedPdf,
} from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { beforeAll, expect, test } from 'vitest'
import { pdfSample, qpdfOutput, usePdfTools } from './support/pdf-tools-harness.ts'

const { PDFDocument, PDFString } = pdfLib

const tools = usePdfTools()
let path: string

beforeAll(async () => {
  path = join(tools.folder, 'commented.pdf')
  const document = await PDFDocument.load(await readFile(await writeOrientedPdf(tools.folder)))
  const { context } = document
  const appearance = context.register(
    context.stream('1 0 0 rg 0 0 40 40 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 40, 40] }),
  )
  const comment = context.obj({
    Type: 'Annot',
    Subtype: 'Square',
    Rect: [200, 200, 240, 240],
    Contents: PDFString.of('Look here'),
    F: 4,
    AP: { N: appearance },
  })
  document.getPage(0).node.addAnnot(context.register(comment))
  await writeCompressed(document, path)
})

const flatten = (options: object = {}) => tools.run({ ability: 'pdf-flatten', files: [path], options })
const repair = (file: string) => tools.run({ ability: 'pdf-repair', files: [file] })

async function annotationsOf(file: string): Promise<string[]> {
  const page = (await PDFDocument.load(await readFile(file))).getPage(0)
  const annotations = page.node.Annots()?.asArray() ?? []
  return annotations.map(
    reference => /\/Subtype \/(\w+)/.exec(String(page.doc.context.lookup(reference)))?.[1] ?? '',
  )
}

test('flatten: form entries and comments become content; links and bookmarks stay', async () => {
  const before = await structureOf(path)
  const result = await flatten()
  const after = await structureOf(result.path)
  expect(after).toEqual({ ...before, acroform: { fields: [] } })
  expect(await annotationsOf(result.path)).toEqual(['Link'])
  expect((await readPdf(result.path)).pages[0]).toContain('Ada')
  expect(await redInk(result.path, 0)).toMatchObject({ left: 200, right: 240, top: 360, bottom: 400 })
  expect(result.notes).toEqual(['1 form field was flattened; it can no longer be filled in.'])
})

test('flatten: leaves comments as they are if asked for', async () => {
  const result = await flatten({ comments: false })
  expect((await annotationsOf(result.path)).sort()).toEqual(['Link', 'Square'])
  expect((await readPdf(result.path)).pages[0]).toContain('Ada')
})

test('repair: a file that was cut off gets a list of the pages that are left', async () => {
  const plain = join(tools.folder, 'plain.pdf')
  await qpdfOutput('--qdf', '--object-streams=disable', pdfSample('running'), plain)
  const bytes = await readFile(plain)
  const cut = join(tools.folder, 'cut.pdf')
  await writeFile(cut, bytes.subarray(0, bytes.length * 0.6))
  const result = await repair(cut)
  expect((await readPdf(result.path)).pages).toHaveLength(5)
  expect(await inkOf(result.path, 0, red => red < 128)).toBeDefined()
  expect(result.notes).toContain(
    'The list of pages was lost, and was built again from the pages that were found.',
  )
  expect(result.notes?.join()).toMatch(/The content of \d pages? is lost in whole or in part\./)
})

test('repair: says what was wrong, or that nothing was', async () => {
  const bytes = await readFile(pdfSample('running'))
  const shifted = join(tools.folder, 'shifted.pdf')
  await writeFile(shifted, Buffer.concat([bytes.subarray(0, 15), Buffer.from('%%%%\n'), bytes.subarray(15)]))
  const result = await repair(shifted)
  expect((await readPdf(result.path)).pages).toEqual((await readPdf(pdfSample('running'))).pages)
  expect(result.notes).toContain('The table of objects was missing or wrong, and was built again.')
  expect((await repair(pdfSample('running'))).notes).toEqual([
    'No damage was found. The file was written again.',
  ])
})

test('repair: refuses what has no pages', async () => {
  const noise = join(tools.folder, 'noise.pdf')
  await writeFile(noise, `%PDF-1.4\n${'noise '.repeat(1000)}`)
  await expect(repair(noise)).rejects.toMatchObject({ code: 'file-damaged' })
})
