/** Document structure kept from PDF to DOCX, and speed, against the LibreOffice import of the same files. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { engines } from '@filesmith/engines/registry'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import type { Structure } from '../tests/corpus/make-samples/expected-structure.ts'
import { flatOdt } from '../tests/corpus/make-samples/flat-odt.ts'
import { prose } from '../tests/corpus/make-samples/pdf-documents.ts'
import { checkDocxValidity } from '../tests/corpus/support/check-docx-validity.ts'
import { readDocx } from '../tests/corpus/support/docx-structure.ts'
import { scoreOf, wordsInOrder } from '../tests/corpus/support/measure-structure.ts'
import type { Bench, BenchRow } from './bench.ts'
import { type Convert, libreOfficeImport, pdfToDocx, printAsPdf } from './support/pdf-converters.ts'
import { timeMs } from './support/time.ts'

const samples = fileURLToPath(new URL('../tests/corpus/samples/pdf/', import.meta.url))
const run = promisify(execFile)
const mutool = ['/usr/bin/mutool', '/usr/local/bin/mutool'].find(path => existsSync(path))
const longPages = 100

export const bench: Bench = {
  name: 'pdf-structure',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'pdf-bench-'))
    const sandbox = await createSandbox('required', () => {})
    const engine = await engines.pdf.start({ ...defaultEngineSettings, helpersPerEngine: 1 }, sandbox)
    const ours = pdfToDocx(engine)
    try {
      const rows = [
        ...(await measure('Filesmith', ours, folder, true)),
        ...(await measure('LibreOffice import', libreOfficeImport(folder), folder, false)),
      ]
      if (mutool) rows.push(...(await measure('mutool', mutoolConvert(mutool), folder, false)))
      else console.log('  mutool is not installed: skipped')
      return [...rows, ...(await measureLong(ours, folder))]
    } finally {
      await engine.close()
      await rm(folder, { recursive: true })
    }
  },
}

function mutoolConvert(program: string): Convert {
  return (pdf, docx) => run(program, ['convert', '-F', 'docx', '-o', docx, pdf], { timeout: 300_000 })
}

async function measure(who: string, convert: Convert, folder: string, isOurs: boolean): Promise<BenchRow[]> {
  const names = readdirSync(samples).flatMap(name =>
    name.endsWith('.json') ? [basename(name, '.json')] : [],
  )
  const kinds = { headings: scores(), lists: scores(), tables: scores(), images: scores() }
  let [words, kept, valid] = [0, 0, 0]
  for (const name of names) {
    const want = JSON.parse(await readFile(join(samples, `${name}.json`), 'utf8')) as Structure
    const docx = join(folder, `result-${name}.docx`)
    await convert(join(samples, `${name}.pdf`), docx)
    const bytes = await readFile(docx)
    if ((await checkDocxValidity(bytes)).length === 0) valid += 1
    const found = await readDocx(bytes)
    const count = want.text.split(/\s+/).length
    words += count
    kept += count * wordsInOrder(want.text, found.text)
    kinds.headings.add(want.headings, found.headings)
    kinds.lists.add(want.items, found.items)
    kinds.tables.add(want.tables, found.tables)
    kinds.images.add(Array(want.images).fill('image'), Array(found.images).fill('image'))
  }
  const share = (100 * kept) / words
  const validShare = (100 * valid) / names.length
  return [
    {
      what: `${who}: valid by ECMA-376`,
      value: validShare,
      unit: '%',
      ...(isOurs && { goal: '100', isMet: validShare === 100 }),
    },
    {
      what: `${who}: words kept in order`,
      value: share,
      unit: '%',
      ...(isOurs && { goal: 'at least 99.5', isMet: share >= 99.5 }),
    },
    ...Object.entries(kinds).flatMap(([kind, { precision, recall }]) =>
      [
        { what: `${who}: ${kind}, precision`, value: precision() },
        { what: `${who}: ${kind}, recall`, value: recall() },
      ].map(row => ({
        ...row,
        unit: '',
        ...(isOurs && { goal: 'at least 0.95', isMet: row.value >= 0.95 }),
      })),
    ),
  ]
}

/** Pooled scores of several documents; every item counts once. */
function scores() {
  const [want, have]: [string[], string[]] = [[], []]
  let documents = 0
  return {
    add(expected: readonly string[], found: readonly string[]) {
      documents += 1
      want.push(...expected.map(item => `${documents} ${item}`))
      have.push(...found.map(item => `${documents} ${item}`))
    },
    precision: () => scoreOf(want, have).precision,
    recall: () => scoreOf(want, have).recall,
  }
}

async function measureLong(convert: Convert, folder: string): Promise<BenchRow[]> {
  const chapters = Array.from({ length: longPages }, (_, index) => [
    { kind: 'heading' as const, level: 1, text: `Chapter ${index + 1}` },
    ...Array.from({ length: 8 }, (_, at) => ({ kind: 'paragraph' as const, text: prose(index + at, 6) })),
  ]).flat()
  await writeFile(join(folder, 'long.fodt'), flatOdt({ blocks: chapters, footer: '{page}' }))
  const pdf = await printAsPdf(folder, join(folder, 'long.fodt'))
  const pages = (await readFile(pdf, 'latin1')).match(/\/Type\/Page[^s]/g)?.length ?? longPages
  const ms = await timeMs(() => convert(pdf, join(folder, 'long.docx')))
  const seconds = ms / 1000 / pages
  return [
    { what: 'Filesmith: pages of a long document', value: pages, unit: '' },
    {
      what: 'Filesmith: time per page of text',
      value: seconds,
      unit: 's',
      goal: 'under 0.15',
      isMet: seconds < 0.15,
    },
  ]
}
