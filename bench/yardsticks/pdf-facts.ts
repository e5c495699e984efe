/** Small truths about PDFs (text that is present or absent, reading order, cells and their neighbors), against pdftotext. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { startScanReader } from '@filesmith/engines/ocr/scan-reader'
import { parseRecognizedText, type RecognizedImage } from '@filesmith/engines/pdf/recognized-pages'
import type { UnreadImage } from '@filesmith/engines/pdf/request'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { type LaidOutText, laidOutText, layOutPdf } from '../../tests/corpus/support/laid-out-pdf.ts'
import type { BenchRow } from '../bench.ts'

const run = promisify(execFile)

interface Common {
  readonly pdf: string
  readonly id: string
  /** Edits that still count as equal; default: 0. */
  readonly max_diffs?: number
}
type Fact = Common &
  (
    | { readonly type: 'present'; readonly text: string }
    | { readonly type: 'absent'; readonly text: string; readonly first_n?: number; readonly last_n?: number }
    | { readonly type: 'order'; readonly before: string; readonly after: string }
    | TableFact
    | { readonly type: 'math'; readonly math: string }
  )
interface TableFact {
  readonly type: 'table'
  readonly cell: string
  readonly up?: string
  readonly down?: string
  readonly left?: string
  readonly right?: string
  readonly top_heading?: string
  readonly left_heading?: string
}

/** Facts about formulas are left out: the layout has no formulas. */
const kinds = ['present', 'absent', 'order', 'table'] as const

/** `folder` holds the PDFs and `facts.jsonl`. */
export async function pdfFacts(folder: string): Promise<BenchRow[]> {
  const lines = (await readFile(join(folder, 'facts.jsonl'), 'utf8')).split('\n')
  const facts = lines.filter(line => line.trim() !== '').map(line => JSON.parse(line) as Fact)
  const rows: BenchRow[] = []
  const scans = await startImageReader()
  const readers: readonly (readonly [string, (path: string) => Promise<LaidOutText>])[] = [
    [
      'Filesmith',
      async path => laidOutText(await layOutPdf(await readFile(path), images => scans.read(path, images))),
    ],
    ['pdftotext -layout', async path => ({ text: await plainTextOf(path), tables: [] })],
  ]
  for (const [who, read] of readers) {
    const isOurs = who === 'Filesmith'
    const held = await heldFacts(facts, pdf => read(join(folder, pdf)), isOurs)
    for (const kind of kinds) {
      const all = facts.filter(fact => fact.type === kind).length
      const value = held.filter(fact => fact.type === kind).length
      const goal = isOurs ? { goal: `${all}`, isMet: value === all } : {}
      rows.push({ what: `${who}: PDF facts, ${kind} (of ${all})`, value, unit: '', ...goal })
    }
  }
  await scans.close()
  return rows
}

/** Recognizes the text inside images with the reader of the PDF engine. */
async function startImageReader() {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-facts-'))
  const sandbox = await createSandbox('required', () => {})
  const reader = await startScanReader({ ...defaultEngineSettings, helpersPerEngine: 2 }, sandbox)
  const { signal } = new AbortController()
  return {
    async read(inputPath: string, images: readonly UnreadImage[]): Promise<readonly RecognizedImage[]> {
      const run = { inputPath, outputPath: join(folder, 'words'), signal }
      const parse = async (path: string) => parseRecognizedText(await readFile(path)).images
      return (await reader.withWords(run, { pages: [], images }, () => {}, parse)) ?? []
    },
    async close() {
      await reader.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function heldFacts(
  facts: readonly Fact[],
  read: (pdf: string) => Promise<LaidOutText>,
  isReported: boolean,
): Promise<Fact[]> {
  const held: Fact[] = []
  for (const [pdf, own] of Map.groupBy(facts, fact => fact.pdf)) {
    const found = await read(pdf)
    for (const fact of own) {
      if (holds(fact, found)) held.push(fact)
      else if (isReported) console.log(`  does not hold: ${fact.type} ${fact.id}`)
    }
  }
  return held
}

/** Where poppler is not installed: the text in the order in which it is drawn. */
async function plainTextOf(path: string): Promise<string> {
  try {
    return (await run('pdftotext', ['-layout', path, '-'], { maxBuffer: 1e8 })).stdout
  } catch {
    return (await readPdf(path)).pages.join('\n')
  }
}

function holds(fact: Fact, { text, tables }: LaidOutText): boolean {
  const whole = normalize(text)
  const errors = fact.max_diffs ?? 0
  switch (fact.type) {
    case 'present':
      return find(whole, fact.text, errors) !== undefined
    case 'absent': {
      const from = fact.last_n === undefined ? 0 : Math.max(0, whole.length - fact.last_n)
      const part = whole.slice(from, fact.first_n ?? whole.length)
      return find(part.toLowerCase(), fact.text.toLowerCase(), errors) === undefined
    }
    case 'order': {
      const [before, after] = [find(whole, fact.before, errors), findLast(whole, fact.after, errors)]
      return before !== undefined && after !== undefined && before < after
    }
    case 'table':
      return tables.some(table => hasCell(table, fact))
    case 'math':
      return true
  }
}

function hasCell(table: readonly (readonly string[])[], fact: TableFact): boolean {
  const isLike = (text: string | undefined, want: string | undefined) =>
    want === undefined || (text !== undefined && normalize(text) === normalize(want))
  return table.some((row, y) =>
    row.some((text, x) => {
      if (!isLike(text, fact.cell)) return false
      const above = table.slice(0, y).map(line => line[x])
      return (
        isLike(row[x - 1], fact.left) &&
        isLike(row[x + 1], fact.right) &&
        isLike(table[y - 1]?.[x], fact.up) &&
        isLike(table[y + 1]?.[x], fact.down) &&
        (fact.top_heading === undefined || above.some(cell => isLike(cell, fact.top_heading))) &&
        (fact.left_heading === undefined || row.slice(0, x).some(cell => isLike(cell, fact.left_heading)))
      )
    }),
  )
}

/** Quotes, dashes and white space differ between writers without being wrong. */
function normalize(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u201A\u201B]/g, "'")
    .replace(/[\u201C\u201D\u201E\u201F]|''/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

function find(text: string, part: string, errors: number): number | undefined {
  return ends(text, normalize(part), errors)[0]
}

function findLast(text: string, part: string, errors: number): number | undefined {
  return ends(text, normalize(part), errors).at(-1)
}

/** Positions at which the part ends, with at most so many inserted, deleted or changed characters. */
function ends(text: string, part: string, errors: number): number[] {
  let costs = Array.from({ length: part.length + 1 }, (_, index) => index)
  const found: number[] = []
  for (let at = 0; at < text.length; at++) {
    const next = [0]
    for (let index = 1; index <= part.length; index++) {
      const change = (costs[index - 1] ?? 0) + (text[at] === part[index - 1] ? 0 : 1)
      next.push(Math.min(change, (costs[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1))
    }
    costs = next
    if ((costs[part.length] ?? Infinity) <= errors) found.push(at)
  }
  return found
}
