/**
 * PDF compression on a folder of PDFs (`--folder`): size, likeness of the pages and time for each level and for half of the
 * size, against qpdf alone and, where it is installed, Ghostscript.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LiveEngine } from '@filesmith/engines/engine'
import { openForRendering, renderPage } from '@filesmith/engines/pdf/render/render-page'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { engines } from '@filesmith/engines/registry'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import type { Bench, BenchRow } from './bench.ts'
import { median } from './support/median.ts'
import { pageLikeness } from './support/page-likeness.ts'
import { timeMs } from './support/time.ts'

const run = promisify(execFile)
const samples = fileURLToPath(new URL('../tests/corpus/samples/pdf/', import.meta.url))

/** Returns the notes. */
type Compress = (input: string, output: string, inputBytes: number) => Promise<readonly string[]>

interface Measured {
  readonly ratio: number
  readonly bytes: number
  readonly inputBytes: number
  readonly likeness: number
  readonly hasSamePages: boolean
  readonly milliseconds: number
  readonly notes: readonly string[]
}

const bytesPerMegabyte = 1024 * 1024

export const bench: Bench = {
  name: 'pdf-compress',
  async run({ folder: given = samples }) {
    const folder = await mkdtemp(join(tmpdir(), 'pdf-compress-'))
    const engine = await engines['pdf-tools'].start(
      defaultEngineSettings,
      await createSandbox('required', () => {}),
    )
    try {
      const names = (await readdir(given)).filter(name => name.endsWith('.pdf')).sort()
      const files = names.map(name => join(given, name))
      const rows: BenchRow[] = [{ what: 'PDFs', value: files.length, unit: '' }]
      const measured = new Map((await methods(engine)).map(method => [method, [] as Measured[]]))
      for (const file of files) {
        const original = await readOriginal(file)
        for (const [[who, compress], found] of measured)
          await measureOne(original, compress, join(folder, 'result.pdf')).then(
            each => found.push(each),
            (error: unknown) => process.stderr.write(`${who}: ${String(error)}\n`),
          )
      }
      for (const [[who], found] of measured) rows.push(...rowsOf(who, found))
      return rows
    } finally {
      await engine.close()
      await rm(folder, { recursive: true })
    }
  },
}

async function methods(engine: LiveEngine): Promise<(readonly [string, Compress])[]> {
  const filesmith =
    (options: (inputBytes: number) => object): Compress =>
    async (inputPath, outputPath, inputBytes) => {
      const { notes = [] } = await engine.runStep({
        step: { ability: 'pdf-compress', from: 'pdf', to: 'pdf', options: options(inputBytes) },
        inputPath,
        outputPath,
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      return notes
    }
  const qpdf: Compress = async (input, output) => {
    const args = ['--recompress-flate', '--object-streams=generate', '--compression-level=9']
    await run('qpdf', ['--warning-exit-0', ...args, input, output])
    return []
  }
  const ghostscript: Compress = async (input, output) => {
    await run('gs', ['-q', '-sDEVICE=pdfwrite', '-dPDFSETTINGS=/ebook', '-o', output, input])
    return []
  }
  const hasGhostscript = await run('gs', ['--version']).then(
    () => true,
    () => false,
  )
  return [
    ['without loss', filesmith(() => ({ maxMegabytes: 10_000 }))],
    ['light', filesmith(() => ({ level: 'light' }))],
    ['balanced', filesmith(() => ({ level: 'balanced' }))],
    ['strong', filesmith(() => ({ level: 'strong' }))],
    [
      'half of the size',
      filesmith(bytes => ({ maxMegabytes: Math.max(0.01, bytes / 2 / bytesPerMegabyte) })),
    ],
    ['qpdf alone', qpdf],
    ...(hasGhostscript ? [['Ghostscript /ebook', ghostscript] as const] : []),
  ]
}

interface Original {
  readonly file: string
  readonly bytes: Buffer
  readonly pages: string
}

async function readOriginal(file: string): Promise<Original> {
  const bytes = await readFile(file)
  return { file, bytes, pages: await pagesOf(bytes) }
}

async function measureOne(original: Original, compress: Compress, result: string): Promise<Measured> {
  const inputBytes = original.bytes.length
  let notes: readonly string[] = []
  const milliseconds = await timeMs(async () => {
    notes = await compress(original.file, result, inputBytes)
  })
  const after = await readFile(result)
  await rm(result)
  const { likeness } = await pageLikeness(original.bytes, after)
  const hasSamePages = original.pages === (await pagesOf(after))
  const bytes = after.length
  return { ratio: bytes / inputBytes, bytes, inputBytes, likeness, hasSamePages, milliseconds, notes }
}

/** Pixels and text of every page. */
async function pagesOf(pdf: Buffer): Promise<string> {
  const document = await openForRendering(pdf, { maxPages: 1000, maxPixels: 50_000_000 })
  try {
    const pages: string[] = []
    for (let index = 0; index < document.getPageCount(); index++) {
      const page = document.getPage(index)
      // Rendering closes the page.
      const text = page.getText()
      const pixels = await (await renderPage(page, 72, 50_000_000)).raw().toBuffer()
      pages.push(`${text}${pixels.toString('latin1')}`)
    }
    return pages.join('')
  } finally {
    document.destroy()
  }
}

function rowsOf(who: string, measured: readonly Measured[]): BenchRow[] {
  const sum = (read: (each: Measured) => number) => measured.reduce((total, each) => total + read(each), 0)
  const larger = measured.filter(({ ratio }) => ratio > 1).length
  const rows: BenchRow[] = [
    { what: `${who}: PDFs read`, value: measured.length, unit: '' },
    {
      what: `${who}: size of all relative to before`,
      value: sum(({ bytes }) => bytes) / sum(({ inputBytes }) => inputBytes),
      unit: 'x',
    },
    {
      what: `${who}: size relative to before, median`,
      value: median(measured.map(({ ratio }) => ratio)),
      unit: 'x',
    },
    { what: `${who}: larger than before`, value: larger, unit: '', goal: 'none', isMet: larger === 0 },
    {
      what: `${who}: likeness of the pages, mean`,
      value: sum(({ likeness }) => likeness) / measured.length,
      unit: '',
    },
    {
      what: `${who}: likeness of the pages, least`,
      value: Math.min(...measured.map(({ likeness }) => likeness)),
      unit: '',
    },
    {
      what: `${who}: PDFs with the same pixels and text`,
      value: measured.filter(({ hasSamePages }) => hasSamePages).length,
      unit: '',
    },
    {
      what: `${who}: time, median`,
      value: median(measured.map(({ milliseconds }) => milliseconds)),
      unit: 'ms',
    },
  ]
  if (who !== 'half of the size') return rows
  const met = measured.filter(({ ratio, inputBytes }) => ratio <= Math.max(0.5, 10_486 / inputBytes))
  const isSaid = (each: Measured) => each.notes.some(note => note.includes('cannot be reached'))
  const missed = measured.filter(each => !met.includes(each))
  return [
    ...rows,
    { what: 'half of the size: reached', value: met.length, unit: '' },
    {
      what: 'half of the size: not possible, and the result says so',
      value: missed.filter(isSaid).length,
      unit: '',
      goal: 'all others',
      isMet: missed.every(isSaid),
    },
  ]
}
