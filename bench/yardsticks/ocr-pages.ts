/** Words found and their reading order on scanned pages with true words as hOCR, against plain Tesseract. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startOcr } from '@filesmith/engines/ocr/start-ocr'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import type { BenchRow } from '../bench.ts'
import { type OcrEngine, ourOcr, plainTesseract } from '../support/ocr-engines.ts'
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
      const truth = wordsOf(truthOf(await readFile(join(folder, name), 'utf8')))
      const scoreOf = async (engine: OcrEngine) =>
        scoreWords(truth, wordsOf(await engine.read(join(folder, `${page}.png`), 'eng')))
      pages.push({ page, ours: await scoreOf(ours), plain: await scoreOf(plainTesseract) })
    }
    return rowsOf(pages)
  } finally {
    await ours.close()
    await rm(work, { recursive: true })
  }
}

interface ScoredPage {
  readonly page: string
  readonly ours: WordScore
  readonly plain: WordScore
}

function rowsOf(pages: readonly ScoredPage[]): BenchRow[] {
  const mean = (scoreOf: (page: ScoredPage) => number) =>
    pages.reduce((sum, page) => sum + scoreOf(page), 0) / pages.length
  const [f1, order] = [mean(({ ours }) => ours.f1), mean(({ ours }) => ours.order)]
  const below = pages.filter(({ ours, plain }) => ours.order < plain.order)
  return [
    ...pages.flatMap(({ page, ours, plain }): BenchRow[] => [
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
    ]),
    { what: 'OCR words, Filesmith', value: f1, unit: 'F1', goal: `at least ${minF1}`, isMet: f1 >= minF1 },
    { what: `OCR words, ${plainTesseract.name}`, value: mean(({ plain }) => plain.f1), unit: 'F1' },
    {
      what: 'OCR order, Filesmith',
      value: order,
      unit: 'share',
      goal: `at least ${minOrder}`,
      isMet: order >= minOrder,
    },
    { what: `OCR order, ${plainTesseract.name}`, value: mean(({ plain }) => plain.order), unit: 'share' },
    {
      what: 'OCR pages with an order below plain',
      value: below.length,
      unit: 'pages',
      goal: 'none',
      isMet: below.length === 0,
    },
  ]
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
}

/** In the order of the document. */
function truthOf(hocr: string): string {
  const words = [...hocr.matchAll(/class=["']ocrx_word["'][^>]*>([\s\S]*?)<\/span>/g)].map(([, word = '']) =>
    word.replace(/<[^>]+>/g, '').replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity),
  )
  return words.join(' ')
}
