/** Words found and their reading order on scanned pages with true words as hOCR, against plain Tesseract. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startOcr } from '@filesmith/engines/ocr/start-ocr'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import type { BenchRow } from '../bench.ts'
import { type OcrEngine, ourOcr, plainTesseract } from '../support/ocr-engines.ts'
import { type TruthOrder, truthOrder, truthWords, wordsIn } from '../support/truth-order.ts'
import { scoreWords, type WordScore, wordsOf } from '../support/word-score.ts'

const truthExtension = '.truth.hocr'
const minF1 = 0.95
const minOrder = 0.85

/** The folder holds `<page>.png` and `<page>.truth.hocr`. */
export async function benchOcrPages(folder: string): Promise<BenchRow[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith(truthExtension)).toSorted()
  const work = await mkdtemp(join(tmpdir(), 'ocr-pages-'))
  const settings = { ...defaultEngineSettings, helpersPerEngine: 1 }
  const ours = ourOcr(await startOcr(settings, await createSandbox('required', () => {})), work)
  try {
    const pages = []
    for (const name of names) {
      const page = basename(name, truthExtension)
      const words = truthWords(await readFile(join(folder, name), 'utf8'))
      const truth = wordsIn(words)
      const scoreOf = async (engine: OcrEngine) =>
        scoreWords(truth, wordsOf(await engine.read(join(folder, `${page}.png`), 'eng')))
      pages.push({
        page,
        truth: truthOrder(words),
        ours: await scoreOf(ours),
        plain: await scoreOf(plainTesseract),
      })
    }
    return rowsOf(pages)
  } finally {
    await ours.close()
    await rm(work, { recursive: true })
  }
}

interface ScoredPage {
  readonly page: string
  readonly truth: TruthOrder
  readonly ours: WordScore
  readonly plain: WordScore
}

function rowsOf(pages: readonly ScoredPage[]): BenchRow[] {
  const [f1, order] = [mean(pages, ({ ours }) => ours.f1), mean(pages, ({ ours }) => ours.order)]
  const below = pages.filter(({ ours, plain }) => ours.order < plain.order)
  // Decided by the truth alone: on the other pages its own words do not reach the goal.
  const ordered = pages.filter(({ truth }) => truth.tablesByRow >= minOrder)
  const ofOrdered = mean(ordered, ({ ours }) => ours.order)
  const [goal, plain] = [`at least ${minOrder}`, plainTesseract.name]
  return [
    ...pages.flatMap(rowsOfPage),
    { what: 'OCR words, Filesmith', value: f1, unit: 'F1', goal: `at least ${minF1}`, isMet: f1 >= minF1 },
    { what: `OCR words, ${plain}`, value: mean(pages, page => page.plain.f1), unit: 'F1' },
    { what: 'OCR order, Filesmith', value: order, unit: 'share', goal, isMet: order >= minOrder },
    { what: `OCR order, ${plain}`, value: mean(pages, page => page.plain.order), unit: 'share' },
    ...rowsOfTruth('OCR order, true words', {
      anyOrder: mean(pages, ({ truth }) => truth.anyOrder),
      tablesByRow: mean(pages, ({ truth }) => truth.tablesByRow),
    }),
    { what: 'OCR pages with a truth in reading order', value: ordered.length, unit: 'pages' },
    {
      what: 'OCR order on these, Filesmith',
      value: ofOrdered,
      unit: 'share',
      goal,
      isMet: ofOrdered >= minOrder,
    },
    { what: `OCR order on these, ${plain}`, value: mean(ordered, page => page.plain.order), unit: 'share' },
    {
      what: 'OCR pages with an order below plain',
      value: below.length,
      unit: 'pages',
      goal: 'none',
      isMet: below.length === 0,
    },
  ]
}

function rowsOfPage({ page, truth, ours, plain }: ScoredPage): BenchRow[] {
  return [
    { what: `OCR ${page}: words, Filesmith`, value: ours.f1, unit: 'F1' },
    { what: `OCR ${page}: words, ${plainTesseract.name}`, value: plain.f1, unit: 'F1' },
    {
      what: `OCR ${page}: order, Filesmith`,
      value: ours.order,
      unit: 'share',
      goal: 'not below plain',
      isMet: ours.order >= plain.order,
    },
    { what: `OCR ${page}: order, ${plainTesseract.name}`, value: plain.order, unit: 'share' },
    ...rowsOfTruth(`OCR ${page}: order, true words`, truth),
  ]
}

function rowsOfTruth(what: string, { anyOrder, tablesByRow }: TruthOrder): BenchRow[] {
  return [
    { what: `${what} along white space, tables by row`, value: tablesByRow, unit: 'share' },
    { what: `${what} along white space, in any order`, value: anyOrder, unit: 'share' },
  ]
}

function mean(pages: readonly ScoredPage[], scoreOf: (page: ScoredPage) => number): number {
  return pages.reduce((sum, page) => sum + scoreOf(page), 0) / pages.length
}
