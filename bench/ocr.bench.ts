/** OCR errors and time on skewed, noisy, low-resolution and multi-column pages, against plain Tesseract. */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import { startOcr } from '@filesmith/engines/ocr/start-ocr'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { characterErrors } from '../tests/support/character-errors.ts'
import { drawTextPage, type PageStyle, truthOf } from '../tests/support/draw-text-page.ts'
import { type OcrTextId, ocrTexts } from '../tests/support/ocr-texts.ts'
import type { Bench, BenchRow } from './bench.ts'
import { corpusFolder } from './support/corpus-folder.ts'
import { formatOf, type OcrEngine, ourOcr, plainTesseract, tesseractJs } from './support/ocr-engines.ts'
import { timeMs } from './support/time.ts'

const pageStyles: Readonly<Record<string, PageStyle>> = {
  'skewed by 2 degrees': { skewDegrees: 2 },
  noisy: { hasNoise: true },
  'two columns, skewed by 1.5': { columns: 2, skewDegrees: -1.5 },
  '100 dpi': { dpi: 100 },
}
/** Subset of languages for a manual run: OCR_LANGUAGES=en,ko. */
const languages = (process.env.OCR_LANGUAGES?.split(',') ?? Object.keys(ocrTexts)) as OcrTextId[]
/** Shared pages with their texts; not part of the repository. */
const ocrCorpus = corpusFolder('ocr')
const corpusPacks: Readonly<Record<string, string>> = { 'zh-hant': 'chi_tra', scan: 'eng' }

interface Sample {
  readonly name: string
  readonly group: string
  readonly path: string
  readonly format: FormatId
  readonly pack: string
  readonly truth: string
  readonly hasNoSpaces: boolean
}

export const bench: Bench = {
  name: 'ocr',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'ocr-bench-'))
    const settings = { ...defaultEngineSettings, helpersPerEngine: 1 }
    const engine = await startOcr(settings, await createSandbox('required', () => {}))
    const js = await tesseractJs()
    if (!js) console.log('tesseract.js is not installed and was skipped: npm install --no-save tesseract.js')
    const engines: OcrEngine[] = [ourOcr(engine, folder), plainTesseract, ...(js ? [js] : [])]
    try {
      const samples = [...(await drawSamples(folder)), ...(await corpusSamples())]
      return await compare(samples, engines)
    } finally {
      for (const ocrEngine of engines) await ocrEngine.close()
      await rm(folder, { recursive: true })
    }
  },
}

async function drawSamples(folder: string): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const language of languages)
    for (const [group, pageStyle] of Object.entries(pageStyles)) {
      const text = ocrTexts[language]
      const path = join(folder, `${language}-${samples.length}.png`)
      await (await drawTextPage(text, pageStyle)).png().toFile(path)
      samples.push({
        name: `${language}, ${group}`,
        group,
        path,
        format: 'png',
        pack: text.pack,
        truth: truthOf(text, pageStyle),
        hasNoSpaces: text.hasNoSpaces === true,
      })
    }
  return samples
}

async function corpusSamples(): Promise<Sample[]> {
  if (!existsSync(ocrCorpus)) {
    console.log('Shared pages not found: only drawn ones are measured.')
    return []
  }
  const names = (await readdir(ocrCorpus)).filter(name => !name.endsWith('.txt')).sort()
  return Promise.all(
    names.map(async name => {
      const bare = basename(name, extname(name))
      const language = bare.startsWith('scan') ? 'scan' : bare.replace(/-page$/, '')
      return {
        name: `shared ${bare}`,
        group: 'shared pages',
        path: join(ocrCorpus, name),
        format: formatOf(name),
        pack: corpusPacks[language] ?? ocrTexts[language as OcrTextId].pack,
        truth: await readFile(join(ocrCorpus, `${bare}.txt`), 'utf8'),
        hasNoSpaces: /^(zh|ja)/.test(language),
      }
    }),
  )
}

async function compare(samples: readonly Sample[], engines: readonly OcrEngine[]): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const totals = new Map<string, { errors: number; seconds: number; pages: number }>()
  for (const sample of samples) {
    const found = new Map<string, number>()
    for (const ocrEngine of engines) {
      let text = ''
      const ms = await timeMs(async () => {
        text = await ocrEngine.read(sample.path, sample.pack)
      })
      const errors = 100 * characterErrors(sample.truth, text, sample)
      found.set(ocrEngine.name, errors)
      for (const group of [sample.group, 'all pages']) {
        const key = `${group}: ${ocrEngine.name}`
        const total = totals.get(key) ?? { errors: 0, seconds: 0, pages: 0 }
        totals.set(key, {
          errors: total.errors + errors,
          seconds: total.seconds + ms / 1000,
          pages: total.pages + 1,
        })
      }
    }
    rows.push(...engines.map(({ name }) => rowOf(sample, name, found)))
  }
  return [
    ...rows,
    ...[...totals].flatMap(([what, { errors, seconds, pages }]): BenchRow[] => [
      { what: `${what}, mean errors`, value: errors / pages, unit: '%' },
      { what: `${what}, time per page`, value: seconds / pages, unit: 's' },
    ]),
  ]
}

function rowOf({ name }: Sample, ocrEngine: string, found: ReadonlyMap<string, number>): BenchRow {
  const value = found.get(ocrEngine) ?? 0
  const plain = found.get(plainTesseract.name) ?? 0
  const row = { what: `${name}: ${ocrEngine}`, value, unit: '%' }
  if (ocrEngine !== 'Filesmith') return row
  return { ...row, goal: 'under 1, or not worse than plain', isMet: value < 1 || value <= plain }
}
