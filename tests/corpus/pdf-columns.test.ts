/** PDF to DOCX: columns, pages and table widths, checked in the DOCX and in the PDF that LibreOffice prints of it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LiveEngine } from '@filesmith/engines/engine'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { engines } from '@filesmith/engines/registry'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import type { Structure } from './make-samples/expected-structure.ts'
import { checkDocxValidity } from './support/check-docx-validity.ts'
import { type DocumentHarness, startDocumentHarness } from './support/document-harness.ts'
import { readDocx } from './support/docx-structure.ts'
import { wordsInOrder } from './support/measure-structure.ts'

const sampleOf = (name: string) => fileURLToPath(new URL(`samples/pdf/${name}`, import.meta.url))

let engine: LiveEngine
let documents: DocumentHarness
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-columns-'))
  engine = await engines.pdf.start(
    { ...defaultEngineSettings, helpersPerEngine: 1 },
    await createSandbox('required', () => {}),
  )
  documents = await startDocumentHarness()
}, 60_000)

afterAll(async () => {
  await documents.close()
  await engine.close()
  await rm(folder, { recursive: true })
})

async function docxOf(name: string): Promise<Buffer> {
  const outputPath = join(folder, `${name}.docx`)
  await engine.runStep({
    step: { ability: 'pdf-to-document', from: 'pdf', to: 'docx', options: {} },
    inputPath: sampleOf(`${name}.pdf`),
    outputPath,
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  return readFile(outputPath)
}

/** Numbers of columns of the sections, from first to last. */
const samples = [
  ['columns', [1, 2]],
  ['columns-pages', [1, 2]],
  ['columns-mixed', [1, 2, 1, 3, 1, 2]],
  ['table-wide', [1]],
] as const

test.each(samples)('PDF-07 %s keeps its columns, pages and text order in DOCX', async (name, columns) => {
  const expected: Structure = JSON.parse(await readFile(sampleOf(`${name}.json`), 'utf8'))
  const docx = await docxOf(name)
  expect(await checkDocxValidity(docx)).toEqual([])
  const { text } = await readDocx(docx)
  expect(wordsInOrder(expected.text, text)).toBeGreaterThan(0.995)
  const { sections, tables } = readSections(await documentXml(docx))
  expect(sections.map(section => section.widths.length)).toEqual(columns)
  for (const { end, width } of tables) expect(end).toBeLessThanOrEqual(width)

  const printed = await documents.convert({ input: docx, from: 'docx', to: 'pdf' })
  const [before, after] = [await readPdf(sampleOf(`${name}.pdf`)), await readPdf(printed)]
  expect(after.pages).toHaveLength(before.pages.length)
  // Every page holds the words of the page that it was made of.
  for (const [index, page] of before.pages.entries())
    expect(wordsInOrder(page, after.pages[index] ?? '')).toBeGreaterThan(0.9)
})

async function documentXml(docx: Buffer): Promise<string> {
  return (await readZip(docx)).get('word/document.xml')?.toString() ?? ''
}

interface Section {
  /** Of its columns, in twips. */
  readonly widths: readonly number[]
}

/** Sections and the tables within them, with the end of each table and the width it may have. */
function readSections(xml: string) {
  const sections: Section[] = []
  const tables: { readonly end: number; readonly width: number }[] = []
  for (const part of xml.split('</w:sectPr>').slice(0, -1)) {
    const properties = part.slice(part.lastIndexOf('<w:sectPr'))
    const section = { widths: columnWidths(properties) }
    sections.push(section)
    for (const [table] of part.matchAll(/<w:tbl>.*?<\/w:tblGrid>/gs)) {
      const grid = [...table.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, width]) => Number(width))
      const indent = Number(/<w:tblInd [^>]*w:w="(\d+)"/.exec(table)?.[1] ?? 0)
      tables.push({ end: indent + sum(grid), width: Math.max(...section.widths) })
    }
  }
  return { sections, tables }
}

function columnWidths(properties: string): number[] {
  const numberOf = (element: string, attribute: string) =>
    Number(new RegExp(`<w:${element} [^>]*w:${attribute}="(\\d+)"`).exec(properties)?.[1] ?? 0)
  const text = numberOf('pgSz', 'w') - numberOf('pgMar', 'left') - numberOf('pgMar', 'right')
  const own = [...properties.matchAll(/<w:col [^>]*w:w="(\d+)"/g)].map(([, width]) => Number(width))
  if (own.length > 0) return own
  const count = Math.max(1, numberOf('cols', 'num'))
  return Array.from({ length: count }, () => (text - (count - 1) * numberOf('cols', 'space')) / count)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
