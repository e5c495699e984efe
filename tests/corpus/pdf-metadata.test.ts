/** PDF Workbench: metadata of documents, read back with another library. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  pdfLib,
  structureOf,
  writeCompressed,
  writeOrientedPdf,
} from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { beforeAll, expect, test } from 'vitest'
import { qpdfOutput, usePdfTools } from './support/pdf-tools-harness.ts'

const { PDFDocument, PDFName } = pdfLib

const tools = usePdfTools()
let path: string

const oldXmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Old title</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`

beforeAll(async () => {
  path = join(tools.folder, 'described.pdf')
  const document = await PDFDocument.load(await readFile(await writeOrientedPdf(tools.folder)))
  document.setTitle('Old title')
  document.setAuthor('Old author')
  const xmp = document.context.stream(oldXmp, { Type: 'Metadata', Subtype: 'XML' })
  document.catalog.set(PDFName.of('Metadata'), document.context.register(xmp))
  document.getPage(0).node.set(PDFName.of('PieceInfo'), document.context.obj({ Secret: 'program' }))
  await writeCompressed(document, path)
})

const edit = (options: object) => tools.run({ ability: 'pdf-edit-metadata', files: [path], options })
const plainText = async (file: string) =>
  Buffer.from(await qpdfOutput('--qdf', '--object-streams=disable', file, '-')).toString()

test('edit-metadata: sets the document information and XMP alike, and keeps the rest', async () => {
  const title = 'Grüße & 密'
  const result = await edit({ title, author: '', keywords: 'a, b', created: '2026-01-31T12:00:00+02:00' })
  const document = await PDFDocument.load(result.bytes, { updateMetadata: false })
  expect(document.getTitle()).toBe(title)
  expect(document.getAuthor()).toBeUndefined()
  expect(document.getKeywords()).toBe('a, b')
  expect(document.getCreationDate()?.toISOString()).toBe('2026-01-31T10:00:00.000Z')
  const text = await plainText(result.path)
  expect(text).toContain('Grüße &amp; 密')
  expect(text).not.toContain('Old title')
  expect(text).toContain('pdfaid:part="2"')
  expect(await structureOf(result.path)).toEqual(await structureOf(path))
})

test('edit-metadata: clear removes everything, also what programs left in pages', async () => {
  expect(await plainText(path)).toContain('PieceInfo')
  const result = await edit({ clear: true, title: 'New title' })
  const text = await plainText(result.path)
  for (const trace of ['Old title', 'Old author', 'pdfaid', 'PieceInfo', 'Producer', 'CreationDate'])
    expect(text).not.toContain(trace)
  expect((await PDFDocument.load(result.bytes, { updateMetadata: false })).getTitle()).toBe('New title')
  expect((await edit({ clear: true })).notes?.[0]).toContain('were removed')
})

test('edit-metadata: clear writes a new document id', async () => {
  const idOf = async (file: string) => /\/ID \[<(\w+)>/.exec(await plainText(file))?.[1]
  const kept = await edit({ title: 'a' })
  const [first, again] = [await idOf(kept.path), await idOf((await edit({ clear: true })).path)]
  expect(first).toBeDefined()
  expect(again).toBeDefined()
  expect(again).not.toBe(first)
})
