/** Starts the PDF engine: a pool of warm, sandboxed helpers. */
import { stat } from 'node:fs/promises'
import { formats } from '@filesmith/contract/formats'
import type { MarkdownImages } from '@filesmith/contract/operations/markdown-images'
import { z } from 'zod'
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun } from '../engine.ts'
import { markdownPackages } from '../markdown/packages.ts'
import { startHelper } from '../process/helper-process.ts'
import { prepareNodeHelper } from '../process/node-helper.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool } from '../process/warm-pool.ts'
import { pdfToDocument, pdfToImages } from './abilities.ts'
import type { ConvertReport, PdfQuality, UnreadImage } from './request.ts'
import { runWithPageTimeout } from './run-with-page-timeout.ts'

/** Validates the report of a helper, which parses untrusted files and is not trusted, and turns it into a step outcome. */
const maxNamedPages = 12

const unreadImageSchema = z.object({
  page: z.int().positive(),
  left: z.number(),
  top: z.number(),
  right: z.number(),
  bottom: z.number(),
})

const reportSchema = z.object({
  isArchive: z.boolean().catch(false),
  pages: z.int().positive().optional().catch(undefined),
  scannedPages: z.array(z.int()).catch([]),
  unreadImages: z.array(unreadImageSchema).max(100).catch([]),
  failedPages: z.array(z.int()).catch([]),
  isCutOff: z.boolean().catch(false),
})

function parseConvertReport(message: unknown): ConvertReport {
  return reportSchema.parse(message ?? {})
}

function describeOutcome(report: ConvertReport): StepOutcome {
  const { isArchive, pages, scannedPages, failedPages, isCutOff } = report
  const warnings = [
    ...(isCutOff ? [cutOffWarning] : []),
    ...(failedPages.length > 0 ? [failedWarning(failedPages)] : []),
  ]
  return {
    ...(warnings.length > 0 && { warnings }),
    ...(isArchive && { format: 'zip' as const }),
    ...(isArchive && pages !== undefined && { pages }),
    ...(scannedPages.length > 0 && { notes: [scanNote(scannedPages)] }),
  }
}

const cutOffWarning = 'The file ends early: pages or images at its end may be missing.'

function failedWarning(pages: readonly number[]): string {
  const named = pages.length === 1 ? `Page ${pages[0]}` : `Pages ${listOf(pages)}`
  return `${named} could not be read.`
}

function listOf(pages: readonly number[]): string {
  const named = pages.slice(0, maxNamedPages)
  const rest = pages.length - named.length
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function scanNote(pages: readonly number[]): string {
  const [first] = pages
  if (pages.length === 1)
    return `Page ${first} is a scan. It was kept as an image because no text was recognized.`
  return `Pages ${listOf(pages)} are scans. They were kept as images because no text was recognized.`
}

/** Address space of an idle helper with its libraries loaded; most of it is never touched. */
const loadedBytes = 512 * 1024 * 1024

export interface ScannedParts {
  readonly pages: readonly number[]
  readonly images: readonly UnreadImage[]
}

/** Recognizes scanned pages and images; provided by the OCR engine, which is built on this one. */
export interface ScanReader {
  /** Runs `work` with a temporary file of the recognized words; undefined if there are none. */
  withWords<Result>(
    run: Pick<StepRun, 'inputPath' | 'outputPath' | 'password' | 'signal'>,
    parts: ScannedParts,
    onPart: (done: number) => void,
    work: (recognizedPath: string) => Promise<Result>,
  ): Promise<Result | undefined>
  close(): Promise<void>
}

type PdfRun = StepRun<{
  readonly quality: PdfQuality
  readonly images: MarkdownImages
  readonly dpi?: number | undefined
}>

export async function startPdfHelpers(
  settings: EngineSettings,
  sandbox: Sandbox,
  startScanReader: (settings: EngineSettings, sandbox: Sandbox) => Promise<ScanReader>,
): Promise<LiveEngine> {
  const memoryBytes = 2 * settings.maxMemoryBytes + loadedBytes
  const packages = ['pdfjs-dist', 'docx', '@hyzyla/pdfium', 'sharp', ...markdownPackages]
  const program = prepareNodeHelper(sandbox, { program: 'pdf/program.ts', packages, memoryBytes })
  const pool = createWarmPool({
    size: settings.helpersPerEngine + settings.spareHelpers,
    recycleAfterJobs: settings.recycleAfterJobs,
    maxIdleMs: settings.helperIdleMs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  if (settings.startsWarm)
    await pool.warmUp().catch(async error => {
      await pool.close()
      throw error
    })
  const scanReader = await startScanReader(settings, sandbox).catch(() => undefined)
  const limits = { maxPages: settings.pdf.maxPages, maxPixels: settings.maxPixels }

  async function callHelper(
    request: object,
    paths: { readonly inputPath: string; readonly outputPath: string; readonly attachedPath?: string },
    signal: AbortSignal,
    onProgress: StepRun['onProgress'] = () => {},
  ): Promise<unknown> {
    const { pageTimeoutMs } = settings.pdf
    return runWithPageTimeout(pool, settings, {
      request,
      ...paths,
      signal,
      onProgress,
      format: formats.pdf.label,
      pageTimeoutMs,
    })
  }

  async function convert(
    run: PdfRun,
    onProgress: StepRun['onProgress'],
    recognizedPath?: string,
  ): Promise<ConvertReport> {
    const request = {
      to: run.step.to,
      quality: run.step.options.quality,
      images: run.step.options.images,
      ...(run.step.options.dpi !== undefined && { dpi: run.step.options.dpi }),
      name: run.name ?? 'document',
      pdfBytes: (await stat(run.inputPath)).size,
      ...passwordOption(run),
      ...limits,
    }
    const attached = recognizedPath === undefined ? {} : { attachedPath: recognizedPath }
    const { inputPath, outputPath } = run
    return parseConvertReport(
      await callHelper(request, { inputPath, outputPath, ...attached }, run.signal, onProgress),
    )
  }

  /** The first pass finds scanned pages and images. If words are recognized in them, the document is converted again. */
  async function runStep(run: PdfRun): Promise<StepOutcome> {
    const first = await convert(run, run.onProgress)
    const parts = { pages: first.scannedPages, images: first.unreadImages }
    const isComplete = parts.pages.length + parts.images.length === 0
    const last = isComplete || !scanReader ? first : await convertWithWords(scanReader, run, parts)
    run.onProgress({ percent: 100, stage: 'done' })
    return describeOutcome(last ?? first)
  }

  function convertWithWords(
    scans: ScanReader,
    run: PdfRun,
    parts: ScannedParts,
  ): Promise<ConvertReport | undefined> {
    const { onProgress } = run
    const count = parts.pages.length + parts.images.length
    return scans.withWords(
      run,
      parts,
      done => onProgress({ percent: (90 * done) / count, stage: 'recognise' }),
      path => convert(run, ({ percent, stage }) => onProgress({ percent: 90 + percent / 10, stage }), path),
    )
  }

  return {
    runStep: runStepsWith(handle(pdfToDocument, runStep), handle(pdfToImages, runStep)),
    async close() {
      await Promise.all([pool.close(), scanReader?.close()])
    },
  }
}

function passwordOption({ password }: StepRun): { readonly password?: string } {
  return password === undefined ? {} : { password }
}
