/**
 * LibreOffice: warm instance against one process per file, eight conversions concurrently, and growth over a long
 * run.
 */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import { processesBelow } from '../tests/corpus/support/processes-below.ts'
import { reportDocx } from '../tests/corpus/support/report.ts'
import { paragraph, writeDocx } from '../tests/corpus/support/write-docx.ts'
import { writePptx } from '../tests/corpus/support/write-pptx.ts'
import { writeXlsx } from '../tests/corpus/support/write-xlsx.ts'
import type { Bench, BenchRow } from './bench.ts'
import { median } from './support/median.ts'
import { timeMs } from './support/time.ts'

const longRunDocuments = Number(process.env.BENCH_DOCUMENTS ?? 200)
const warmRuns = 20
const coldRuns = 5
const targets = ['pdf', 'docx', 'txt', 'rtf', 'html'] as const

/** Samples of two or three pages. */
const kinds = {
  report: { what: 'report of 2 pages', from: 'docx', ability: 'office-convert' },
  workbook: { what: 'workbook of 3 sheets', from: 'xlsx', ability: 'spreadsheet-convert' },
  slides: { what: 'presentation of 3 slides', from: 'pptx', ability: 'presentation-convert' },
} as const
type Kind = (typeof kinds)[keyof typeof kinds]

export const bench: Bench = {
  name: 'documents',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'filesmith-bench-documents-'))
    const runtime = await createEngineRuntime({
      sandbox: 'required',
      disabledEngines: ['sharp', 'magick', 'ffmpeg'],
      // The long run measures a single LibreOffice instance, so recycling is off.
      recycleAfterJobs: longRunDocuments + 1000,
    })
    let count = 0
    const convert = async (inputPath: string, to: (typeof targets)[number], kind: Kind = kinds.report) => {
      count += 1
      const outputPath = join(folder, `${count}.${to}`)
      await runtime.runStep({
        step: { ability: kind.ability, from: kind.from, to, options: {} },
        inputPath,
        outputPath,
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      await rm(outputPath)
    }
    try {
      const report = join(folder, 'report.docx')
      await writeFile(report, await reportDocx())
      const hundredPath = join(folder, 'hundred.docx')
      await writeFile(hundredPath, hundredPages())
      const speeds: BenchRow[] = []
      for (const [kind, content] of [
        [kinds.report, await reportDocx()],
        [kinds.workbook, workbook()],
        [kinds.slides, slides()],
      ] as const) {
        const path = join(folder, `speed.${kind.from}`)
        await writeFile(path, content)
        await convert(path, 'pdf', kind)
        const warmMs = await measureTimes(warmRuns, () => convert(path, 'pdf', kind))
        const coldMs = await measureTimes(coldRuns, () => convertCold(path, folder))
        speeds.push(...speedRows(kind, median(warmMs), median(coldMs)))
      }
      const hundredMs = await measureTimes(3, () => convert(hundredPath, 'pdf'))
      const eightMs = await timeMs(async () => {
        await Promise.all(Array.from({ length: 8 }, () => convert(report, 'pdf')))
      })
      return [
        ...speeds,
        { what: '100 pages to PDF, warm', value: median(hundredMs), unit: 'ms' },
        { what: 'eight concurrently, all finished', value: eightMs, unit: 'ms' },
        ...(await longRun(index => convert(report, targets[index % targets.length] ?? 'pdf'))),
      ]
    } finally {
      await runtime.close()
      await rm(folder, { recursive: true })
    }
  },
}

function workbook(): Buffer {
  const rows = Array.from({ length: 60 }, (_, row) => [
    `Article ${row}`,
    row,
    row * 1.25,
    { formula: `B${row + 1}*C${row + 1}` },
  ])
  return writeXlsx(['North', 'South', 'West'].map(name => ({ name, rows })))
}

function slides(): Buffer {
  return writePptx(
    ['Plan', 'Costs', 'Questions'].map(title => ({
      title,
      lines: Array.from(
        { length: 6 },
        (_, line) => [line % 2, `A point of ordinary length, number ${line}`] as const,
      ),
    })),
  )
}

function hundredPages(): Buffer {
  const page = paragraph('A sentence of ordinary length is in this paragraph. '.repeat(8)).repeat(8)
  return writeDocx({
    body: Array.from({ length: 100 }, () => page).join('<w:p><w:r><w:br w:type="page"/></w:r></w:p>'),
  })
}

async function measureTimes(runs: number, work: () => Promise<void>): Promise<number[]> {
  const tookMs: number[] = []
  for (let run = 0; run < runs; run += 1) tookMs.push(await timeMs(work))
  return tookMs
}

/** As most services do it: one LibreOffice process per file, with an existing profile. */
async function convertCold(inputPath: string, folder: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${folder}/profile`
  await promisify(execFile)('soffice', [
    profile,
    '--headless',
    '--convert-to',
    'pdf',
    '--outdir',
    folder,
    inputPath,
  ])
}

function speedRows({ what }: Kind, warmMs: number, coldMs: number): BenchRow[] {
  return [
    {
      what: `${what} to PDF, warm`,
      value: warmMs,
      unit: 'ms',
      goal: 'at most 200',
      isMet: warmMs <= 200,
    },
    { what: 'the same with soffice --convert-to', value: coldMs, unit: 'ms' },
    {
      what: 'times faster',
      value: coldMs / warmMs,
      unit: 'x',
      goal: 'at least 4',
      isMet: coldMs / warmMs >= 4,
    },
  ]
}

interface Footprint {
  readonly memoryMb: number
  readonly processes: number
  readonly openFiles: number
  readonly tmpFiles: number
}

/** The first tenth warms up; growth after it is a leak. */
async function longRun(convert: (index: number) => Promise<void>): Promise<BenchRow[]> {
  let before: Footprint | undefined
  for (let index = 0; index < longRunDocuments; index += 1) {
    await convert(index)
    if (index === Math.floor(longRunDocuments / 10)) before = footprint()
  }
  const after = footprint()
  const growth = (measure: keyof Footprint) => after[measure] - (before?.[measure] ?? 0)
  const grownKb = (1024 * growth('memoryMb')) / Math.max(1, longRunDocuments * 0.9)
  const none = { goal: 'none', unit: '' }
  return [
    {
      what: `memory growth per document, over ${longRunDocuments} without recycling`,
      value: grownKb,
      unit: 'KB',
      // The product recycles an instance after 200 documents.
      goal: 'at most 200',
      isMet: grownKb <= 200,
    },
    { what: 'memory of all helpers at the end', value: after.memoryMb, unit: 'MB' },
    ...(['processes', 'openFiles', 'tmpFiles'] as const).map(measure => ({
      what: `additional ${{ processes: 'processes', openFiles: 'open files', tmpFiles: 'files in the sandbox' }[measure]} at the end`,
      value: growth(measure),
      ...none,
      isMet: growth(measure) <= 0,
    })),
  ]
}

function footprint(): Footprint {
  const offices = processesBelow(process.pid, 'soffice.bin')
  const all = processesBelow(process.pid, '')
  return {
    memoryMb: offices.reduce((sum, pid) => sum + residentMb(pid), 0),
    processes: all.length,
    openFiles: offices.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0),
    tmpFiles: offices.reduce((sum, pid) => sum + filesBelow(join(`/proc/${pid}/root`, 'tmp')), 0),
  }
}

function residentMb(pid: number): number {
  return (Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096) / 1024 ** 2
}

function filesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true }).length
}
