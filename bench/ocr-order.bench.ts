/**
 * Reading order of OCR on random pages with columns, insets, captions, tables and side notes, against plain Tesseract.
 * `--seeds "1 1001"` names the first seeds of one or more series of pages.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOcr } from '@filesmith/engines/ocr/start-ocr'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import type { Bench, BenchRow } from './bench.ts'
import { openPageDrawer, type PageDrawer } from './support/draw-laid-out-pages.ts'
import { type OcrEngine, ourOcr, plainTesseract } from './support/ocr-engines.ts'
import { scoreWords, wordsOf } from './support/word-score.ts'

const pagesPerSeries = 12
const minOrder = 0.95

interface OrderedPage {
  readonly ours: number
  readonly plain: number
}

export const bench: Bench = {
  name: 'ocr-order',
  async run({ seeds = [1] }) {
    const folder = await mkdtemp(join(tmpdir(), 'ocr-order-'))
    const drawer = await openPageDrawer()
    const settings = { ...defaultEngineSettings, helpersPerEngine: 1 }
    const ours = ourOcr(await startOcr(settings, await createSandbox('required', () => {})), folder)
    try {
      const rows: BenchRow[] = []
      for (const first of seeds) {
        const pages: OrderedPage[] = []
        for (let seed = first; seed < first + pagesPerSeries; seed += 1)
          pages.push(await readPage(drawer, ours, seed, folder))
        rows.push(...rowsOf(pages, first))
      }
      return rows
    } finally {
      await ours.close()
      await drawer.close()
      await rm(folder, { recursive: true })
    }
  },
}

async function readPage(
  drawer: PageDrawer,
  ours: OcrEngine,
  seed: number,
  folder: string,
): Promise<OrderedPage> {
  const { about, png, text } = await drawer.draw(seed)
  const path = join(folder, `${seed}.png`)
  await writeFile(path, png)
  const orderOf = async (engine: OcrEngine) =>
    scoreWords(wordsOf(text), wordsOf(await engine.read(path, 'eng'))).order
  const page = { ours: await orderOf(ours), plain: await orderOf(plainTesseract) }
  console.log(`  ${page.ours.toFixed(3)}, plain ${page.plain.toFixed(3)}, seed ${seed}: ${about}`)
  return page
}

function rowsOf(pages: readonly OrderedPage[], first: number): BenchRow[] {
  const mean = (orderOf: (page: OrderedPage) => number) =>
    pages.reduce((sum, page) => sum + orderOf(page), 0) / pages.length
  const low = pages.filter(({ ours }) => ours < minOrder)
  const below = pages.filter(({ ours, plain }) => ours < plain)
  const series = `${pages.length} pages, seeds from ${first}`
  return [
    { what: `words in reading order, ${series}`, value: mean(({ ours }) => ours), unit: 'share' },
    { what: `${plainTesseract.name}, ${series}`, value: mean(({ plain }) => plain), unit: 'share' },
    {
      what: `pages with an order below ${minOrder}, ${series}`,
      value: low.length,
      unit: 'pages',
      goal: 'none',
      isMet: low.length === 0,
    },
    { what: `pages with an order below plain, ${series}`, value: below.length, unit: 'pages' },
  ]
}
