/** Mistakes and time of text recognition on pages that lie askew, are grainy, coarse or in columns, against Tesseract alone. */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FormatId } from '@filesmith/contract/formats'
import type { LiveEngine } from '@filesmith/engines/engine'
import { startOcr } from '@filesmith/engines/ocr/start-ocr'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { characterErrors } from '../tests/support/character-errors.ts'
import { drawTextPage, type PageStyle, truthOf } from '../tests/support/draw-text-page.ts'
import { type OcrTextId, ocrTexts } from '../tests/support/ocr-texts.ts'
import type { Bench, BenchRow } from './bench.ts'
import { plainTesseract, type Rival, tesseractJs } from './support/ocr-rivals.ts'
import { timeMs } from './support/time.ts'

const looks: Readonly<Record<string, PageStyle>> = {
  'askew by 2 degrees': { skewDegrees: 2 },
  grainy: { hasNoise: true },
  'two columns, askew by 1.5': { columns: 2, skewDegrees: -1.5 },
  '100 dpi': { dpi: 100 },
}
/** Some languages for a run by hand: OCR_LANGUAGES=en,ko. */
const languages = (process.env.OCR_LANGUAGES?.split(',') ?? Object.keys(ocrTexts)) as OcrTextId[]
/** Pages from elsewhere with their texts; not part of the repository. */
const corpusFolder = fileURLToPath(new URL('../../shared/corpus/ocr/', import.meta.url))
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
    if (!js) console.log('tesseract.js is not installed and was left out: npm install --no-save tesseract.js')
    const rivals: Rival[] = [ours(engine, folder), plainTesseract, ...(js ? [js] : [])]
    try {
      const samples = [...(await drawSamples(folder)), ...(await corpusSamples())]
      return await compare(samples, rivals)
    } finally {
      for (const rival of rivals) await rival.close()
      await rm(folder, { recursive: true })
    }
  },
}

/** Nothing is told about the language. */
function ours(engine: LiveEngine, folder: string): Rival {
  let runs = 0
  return {
    name: 'Filesmith',
    async read(imagePath) {
      runs += 1
      const outputPath = join(folder, `${runs}.txt`)
      const from = formatOf(imagePath)
      await engine.runStep({
        step: { ability: 'recognise-text', from, to: 'txt', options: {} },
        inputPath: imagePath,
        outputPath,
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      return readFile(outputPath, 'utf8')
    },
    close: () => engine.close(),
  }
}

function formatOf(path: string): FormatId {
  const ending = extname(path).slice(1)
  return ending === 'tif' ? 'tiff' : (ending as FormatId)
}

async function drawSamples(folder: string): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const language of languages)
    for (const [group, look] of Object.entries(looks)) {
      const text = ocrTexts[language]
      const path = join(folder, `${language}-${samples.length}.png`)
      await (await drawTextPage(text, look)).png().toFile(path)
      samples.push({
        name: `${language}, ${group}`,
        group,
        path,
        format: 'png',
        pack: text.pack,
        truth: truthOf(text, look),
        hasNoSpaces: text.hasNoSpaces === true,
      })
    }
  return samples
}

async function corpusSamples(): Promise<Sample[]> {
  if (!existsSync(corpusFolder)) {
    console.log('The shared pages are not here; only drawn ones are measured.')
    return []
  }
  const names = (await readdir(corpusFolder)).filter(name => !name.endsWith('.txt')).sort()
  return Promise.all(
    names.map(async name => {
      const bare = basename(name, extname(name))
      const language = bare.startsWith('scan') ? 'scan' : bare.replace(/-page$/, '')
      return {
        name: `shared ${bare}`,
        group: 'shared pages',
        path: join(corpusFolder, name),
        format: formatOf(name),
        pack: corpusPacks[language] ?? ocrTexts[language as OcrTextId].pack,
        truth: await readFile(join(corpusFolder, `${bare}.txt`), 'utf8'),
        hasNoSpaces: /^(zh|ja)/.test(language),
      }
    }),
  )
}

async function compare(samples: readonly Sample[], rivals: readonly Rival[]): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const totals = new Map<string, { errors: number; seconds: number; pages: number }>()
  for (const sample of samples) {
    const found = new Map<string, number>()
    for (const rival of rivals) {
      let text = ''
      const ms = await timeMs(async () => {
        text = await rival.read(sample.path, sample.pack)
      })
      const errors = 100 * characterErrors(sample.truth, text, sample)
      found.set(rival.name, errors)
      for (const group of [sample.group, 'all pages']) {
        const key = `${group}: ${rival.name}`
        const total = totals.get(key) ?? { errors: 0, seconds: 0, pages: 0 }
        totals.set(key, {
          errors: total.errors + errors,
          seconds: total.seconds + ms / 1000,
          pages: total.pages + 1,
        })
      }
    }
    rows.push(...rivals.map(({ name }) => rowOf(sample, name, found)))
  }
  return [
    ...rows,
    ...[...totals].flatMap(([what, { errors, seconds, pages }]): BenchRow[] => [
      { what: `${what}, mean errors`, value: errors / pages, unit: '%' },
      { what: `${what}, a page`, value: seconds / pages, unit: 's' },
    ]),
  ]
}

function rowOf({ name }: Sample, rival: string, found: ReadonlyMap<string, number>): BenchRow {
  const value = found.get(rival) ?? 0
  const plain = found.get(plainTesseract.name) ?? 0
  const row = { what: `${name}: ${rival}`, value, unit: '%' }
  if (rival !== 'Filesmith') return row
  return { ...row, goal: 'under 1, or not worse than plain', isMet: value < 1 || value <= plain }
}
