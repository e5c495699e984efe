/** Runs the PDF engine as a pool of warm, jailed helpers. */
import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun } from '../engine.ts'
import { startHelper } from '../process/helper-process.ts'
import { nodeHelperArgv } from '../process/node-helper.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool } from '../process/warm-pool.ts'
import { readReport } from './read-report.ts'
import type { ConvertRequest, FindScansRequest, PdfRequest, RenderPageRequest } from './request.ts'
import { watchPages } from './watch-pages.ts'

const readyTimeoutMs = 30_000
/** What a helper may write to before its first job: most of it is never touched. */
const loadedBytes = 512 * 1024 * 1024
const errorParams = { format: formats.pdf.label }

/** Something that is asked about a PDF; the answer is written to a file. */
export interface PdfQuestion {
  readonly inputPath: string
  readonly outputPath: string
  readonly password?: string
  readonly signal: AbortSignal
}

/** For text recognition: which pages need it, and what they look like. */
export interface PdfEngine extends LiveEngine {
  /** Numbers of the pages that are only pictures, from 1. */
  findScans(question: PdfQuestion): Promise<readonly number[]>
  /** One page as a PNG. */
  renderPage(question: PdfQuestion, page: number, dpi?: number): Promise<void>
}

export async function startPdfHelpers(settings: EngineSettings, sandbox: Sandbox): Promise<PdfEngine> {
  const memoryBytes = 2 * settings.maxMemoryBytes + loadedBytes
  const packages = ['pdfjs-dist', 'docx', '@hyzyla/pdfium', 'sharp']
  const argv = nodeHelperArgv(sandbox, { program: 'pdf/program.ts', packages, memoryBytes })
  const pool = createWarmPool({
    size: settings.helpersPerEngine,
    recycleAfterJobs: settings.recycleAfterJobs,
    start: () => startHelper(argv, readyTimeoutMs),
  })
  try {
    await pool.warmUp()
  } catch (error) {
    await pool.close()
    throw error
  }
  const limits = { maxPages: settings.pdf.maxPages, maxPixels: settings.maxPixels }

  async function ask(
    request: PdfRequest,
    paths: { readonly inputPath: string; readonly outputPath: string; readonly attachedPath?: string },
    signal: AbortSignal,
    onProgress: StepRun['onProgress'] = () => {},
  ): Promise<unknown> {
    const watch = watchPages(signal, settings.pdf.pageTimeoutMs)
    try {
      return await pool.run({
        request,
        ...paths,
        signal: watch.signal,
        onProgress: progress => {
          watch.seen()
          onProgress(progress)
        },
        timeoutMs: settings.pdf.timeoutMs,
        maxOutputBytes: settings.maxOutputBytes,
        maxMemoryBytes: settings.maxMemoryBytes,
        errorParams,
        crashError: cause => new AppError('file-damaged', errorParams, { cause }),
      })
    } catch (error) {
      throw watch.hasStalled() ? new AppError('took-too-long', {}, { cause: error }) : error
    } finally {
      watch.stop()
    }
  }

  async function runStep(run: StepRun): Promise<StepOutcome> {
    const request: ConvertRequest = {
      kind: 'convert',
      to: run.step.to as ConvertRequest['to'],
      quality: (run.step.options.quality ?? 'high') as ConvertRequest['quality'],
      name: nameOf(run),
      pdfBytes: (await stat(run.inputPath)).size,
      ...(run.password !== undefined && { password: run.password }),
      ...limits,
    }
    const paths = {
      inputPath: run.inputPath,
      outputPath: run.outputPath,
      ...(run.recognisedPath !== undefined && { attachedPath: run.recognisedPath }),
    }
    const report = readReport(await ask(request, paths, run.signal, run.onProgress))
    run.onProgress({ percent: 100, stage: 'done' })
    return report
  }

  return {
    runStep,
    async findScans({ inputPath, outputPath, password, signal }) {
      const request: FindScansRequest = {
        kind: 'find-scans',
        ...(password !== undefined && { password }),
        ...limits,
      }
      await ask(request, { inputPath, outputPath }, signal)
      const pages: unknown = JSON.parse(await readFile(outputPath, 'utf8'))
      return Array.isArray(pages) ? pages.filter(Number.isSafeInteger) : []
    },
    async renderPage({ inputPath, outputPath, password, signal }, page, dpi = 300) {
      const request: RenderPageRequest = {
        kind: 'render-page',
        page,
        dpi,
        ...(password !== undefined && { password }),
        ...limits,
      }
      await ask(request, { inputPath, outputPath }, signal)
    },
    close: () => pool.close(),
  }
}

/** Pictures of several pages are named after the document when the plan tells its name. */
function nameOf({ step, outputPath }: StepRun): string {
  const given = step.options.name
  return typeof given === 'string' && given !== '' ? given : basename(outputPath, extname(outputPath))
}
