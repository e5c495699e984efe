/**
 * Large PDFs through the operations of the PDF Workbench: time, and the peak memory of the program and qpdf together.
 * One document has 5,000 pages of text, the other 500 MB of photos. `PDF_LARGE_TASKS=redact` runs the tasks with this word only.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveEngine } from '@filesmith/engines/engine'
import { pdfLib } from '@filesmith/engines/pdf-tools/edited-pdf.fixture'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { engines } from '@filesmith/engines/registry'
import { defaultEngineSettings } from '@filesmith/engines/runtime'
import { prose } from '../tests/corpus/make-samples/pdf-documents.ts'
import { processesBelow } from '../tests/corpus/support/processes-below.ts'
import type { Bench, BenchRow } from './bench.ts'
import { timeMs } from './support/time.ts'
import { writePhotoPdf } from './support/write-photo-pdf.ts'

const textPages = Number(process.env.PDF_LARGE_PAGES ?? 5000)
/** About a megabyte each. */
const photoPages = Number(process.env.PDF_LARGE_MEGABYTES ?? 500)
const megabyte = 1024 * 1024
const maxMegabytes = 4096
const sampleMs = 100

const tasks = [
  { what: 'every second page', ability: 'pdf-organize', options: { pages: 'odd' } },
  { what: 'compress', ability: 'pdf-compress', options: { level: 'balanced' } },
  { what: 'number', ability: 'pdf-number', options: { bottomCenter: '{page} of {pages}' } },
  { what: 'protect', ability: 'pdf-protect', options: {}, password: 'large' },
  { what: 'archive', ability: 'pdf-archive', options: { partial: true } },
  { what: 'redact a word', ability: 'pdf-redact', options: { words: ['number 7'] } },
  {
    what: 'redact areas on two photos',
    ability: 'pdf-redact',
    options: { areas: [1, 2].map(page => ({ page, x: 100, y: 200, width: 50, height: 50 })) },
  },
] as const

export const bench: Bench = {
  name: 'pdf-large',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'pdf-large-'))
    const engine = await engines['pdf-tools'].start(
      { ...defaultEngineSettings, pdf: { ...defaultEngineSettings.pdf, maxPages: 10_000 } },
      await createSandbox('required', () => {}),
    )
    try {
      const text = join(folder, 'text.pdf')
      await writeText(text)
      const photos = join(folder, 'photos.pdf')
      await writePhotoPdf(photos, photoPages)
      return [
        ...(await measure(engine, `${textPages} pages of text`, text)),
        ...(await measure(engine, `${photoPages} photos`, photos)),
      ]
    } finally {
      await engine.close()
      await rm(folder, { recursive: true })
    }
  },
}

async function writeText(path: string): Promise<void> {
  const pdf = await pdfLib.PDFDocument.create()
  const font = await pdf.embedFont(pdfLib.StandardFonts.Helvetica)
  for (let index = 0; index < textPages; index++) {
    const page = pdf.addPage([595, 842])
    page.drawText(`Page number ${index + 1}\n\n${prose(index, 6)}`, {
      x: 60,
      y: 780,
      size: 10,
      lineHeight: 13,
      maxWidth: 475,
      font,
    })
  }
  await writeFile(path, await pdf.save())
}

async function measure(engine: LiveEngine, document: string, inputPath: string): Promise<BenchRow[]> {
  const { size } = await stat(inputPath)
  const rows: BenchRow[] = [{ what: `${document}: size`, value: size / megabyte, unit: 'MB' }]
  for (const { what, ability, options, ...rest } of tasks) {
    if (!what.includes(process.env.PDF_LARGE_TASKS ?? '')) continue
    const outputPath = `${inputPath}.result`
    const peak = startPeak()
    let outcome = 'failed'
    const ms = await timeMs(() =>
      engine
        .runStep({
          step: { ability, from: 'pdf', to: 'pdf', options },
          inputPath,
          outputPath,
          ...rest,
          signal: new AbortController().signal,
          onProgress: () => {},
        })
        .then(
          () => {
            outcome = 'done'
          },
          (error: unknown) => process.stderr.write(`${document}, ${what}: ${String(error)}\n`),
        ),
    )
    const megabytes = peak.stop()
    const bytes = await stat(outputPath).then(
      result => result.size,
      () => 0,
    )
    process.stderr.write(
      `${document}, ${what}: ${outcome}, ${Math.round(ms)} ms, ${Math.round(megabytes)} MB\n`,
    )
    const isDone = outcome === 'done'
    rows.push(
      { what: `${document}, ${what}: time`, value: ms / 1000, unit: 's', goal: 'done', isMet: isDone },
      {
        what: `${document}, ${what}: peak memory`,
        value: megabytes,
        unit: 'MB',
        goal: `under ${maxMegabytes}`,
        isMet: megabytes < maxMegabytes,
      },
      { what: `${document}, ${what}: size`, value: bytes / megabyte, unit: 'MB' },
    )
    await rm(outputPath, { force: true })
  }
  return rows
}

/** Memory of the sandboxed processes at one moment, because the program and qpdf run one after the other and together. */
function startPeak() {
  let peak = 0
  const timer = setInterval(() => {
    const megabytes = processesBelow(process.pid, '').map(pid => residentMegabytes(pid))
    peak = Math.max(
      peak,
      megabytes.reduce((sum, each) => sum + each, 0),
    )
  }, sampleMs)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}

/** Without what files and other processes share. */
function residentMegabytes(pid: number): number {
  try {
    return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
