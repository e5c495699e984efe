/** Pool of warm OCR helper processes and the calls they accept. */
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import { z } from 'zod'
import type { EngineSettings, Progress } from '../engine.ts'
import { markdownPackages } from '../markdown/packages.ts'
import { runWithPageTimeout } from '../pdf/run-with-page-timeout.ts'
import { startHelper } from '../process/helper-process.ts'
import { prepareNodeHelper } from '../process/node-helper.ts'
import { readReport } from '../process/read-report.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool } from '../process/warm-pool.ts'
import type { IdentifiedLanguage } from './languages/identify-languages.ts'
import type {
  ComposeReport,
  ComposeRequest,
  OcrFormat,
  OcrRequest,
  OcrWriteRequest,
  OpenedPage,
  PrepareReport,
  PrepareRequest,
} from './request.ts'

export interface OcrFile {
  readonly path: string
  readonly format: OcrFormat
  readonly password?: string | undefined
  /** For temporary helper output. */
  readonly folder: string
  readonly signal: AbortSignal
}

type PreparePageOptions = Pick<
  PrepareRequest,
  'page' | 'isEnhanced' | 'rotation' | 'previewPixels' | 'isPreviewOnly' | 'region'
>
type OnProgress = (progress: Progress) => void

export interface OcrHelpers {
  open(file: OcrFile, onProgress: OnProgress): Promise<OpenedPage[]>
  prepare(file: OcrFile, options: PreparePageOptions, outputPath: string): Promise<PrepareReport>
  identify(file: OcrFile, texts: readonly string[]): Promise<IdentifiedLanguage[][]>
  compose(
    file: OcrFile,
    readPath: string,
    options: Omit<ComposeRequest, 'kind'>,
    outputPath: string,
  ): Promise<ComposeReport>
  write(
    file: OcrFile,
    kind: OcrWriteRequest['kind'],
    readPath: string,
    outputPath: string,
    onProgress: OnProgress,
  ): Promise<void>
  close(): Promise<void>
}

/** Address space of an idle helper with its libraries loaded; most of it is never touched. */
const loadedBytes = 512 * 1024 * 1024
const packages = ['sharp', 'pdfjs-dist', '@hyzyla/pdfium', 'docx', 'fasttext.wasm.js', ...markdownPackages]
const noInput = '/dev/null'

export async function startOcrHelpers(settings: EngineSettings, sandbox: Sandbox): Promise<OcrHelpers> {
  const memoryBytes = 2 * settings.maxMemoryBytes + loadedBytes
  const program = prepareNodeHelper(sandbox, { program: 'ocr/program.ts', packages, memoryBytes })
  const pool = createWarmPool({
    size: settings.helpersPerEngine,
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
  let replyCount = 0

  interface Paths {
    readonly inputPath: string
    readonly attachedPath?: string
    readonly outputPath: string
  }

  async function callHelper(
    file: OcrFile,
    request: OcrRequest,
    paths: Paths,
    onProgress: OnProgress = () => {},
  ) {
    return runWithPageTimeout(pool, settings, {
      request,
      ...paths,
      signal: file.signal,
      onProgress,
      format: formats[file.format].label,
      pageTimeoutMs: settings.ocr.pageTimeoutMs,
    })
  }

  const fileParamsOf = ({ format, password }: OcrFile) => ({
    format,
    ...(password !== undefined && { password }),
    maxPages: settings.ocr.maxPages,
    maxPixels: settings.maxPixels,
  })

  /** Calls a helper whose output is JSON, parses it and deletes the output file. */
  async function callHelperForJson<Value>(
    file: OcrFile,
    request: OcrRequest,
    inputPath: string,
    read: (json: string) => Value,
    onProgress?: OnProgress,
  ): Promise<Value> {
    replyCount += 1
    const outputPath = join(file.folder, `answer-${replyCount}.json`)
    await callHelper(file, request, { inputPath, outputPath }, onProgress)
    try {
      return read(await readReport(outputPath))
    } finally {
      await rm(outputPath, { force: true })
    }
  }

  return {
    open: (file, onProgress) =>
      callHelperForJson(
        file,
        { kind: 'open', ...fileParamsOf(file) },
        file.path,
        readOpenedPages,
        onProgress,
      ),
    identify: (file, texts) => callHelperForJson(file, { kind: 'identify', texts }, noInput, readIdentified),
    async prepare(file, options, outputPath) {
      const request: PrepareRequest = { kind: 'prepare', ...options, ...fileParamsOf(file) }
      return readPrepareReport(await callHelper(file, request, { inputPath: file.path, outputPath }))
    },
    async compose(file, readPath, options, outputPath) {
      return readComposeReport(
        await callHelper(file, { kind: 'compose', ...options }, { inputPath: readPath, outputPath }),
      )
    },
    async write(file, kind, readPath, outputPath, onProgress) {
      const fileBytes = (await stat(file.path)).size
      const request: OcrWriteRequest = { kind, fileBytes, ...fileParamsOf(file) }
      await callHelper(
        file,
        request,
        { inputPath: file.path, attachedPath: readPath, outputPath },
        onProgress,
      )
    },
    close: () => pool.close(),
  }
}

const size = z.number().int().min(0)
const rotation = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
const positive = z.number().positive()

const prepareReport = z.object({
  pgmBytes: size,
  sampleBytes: size,
  lettersBytes: size,
  previewBytes: size,
  previewWidth: size,
  previewHeight: size,
  geometry: z.object({
    rotation,
    width: positive,
    height: positive,
    skewDegrees: z.number().min(-45).max(45),
    scale: positive,
    readWidth: positive,
    readHeight: positive,
  }),
  dpi: z.number().min(50).max(2400),
  pointsPerPixel: positive,
  letterCount: size,
  steps: z.array(z.enum(['invert', 'light', 'border', 'grain', 'skew', 'scale'])),
  isDamaged: z.boolean(),
})

const composeReport = z.object({ textBytes: size, recognitionBytes: size, hocrBytes: size })

const openedPages = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('image') }),
    // Not validated: words are only passed on to another helper.
    z.object({
      kind: z.literal('text'),
      width: positive,
      height: positive,
      rotation,
      words: z.array(z.custom<never>()),
    }),
  ]),
)

const identified = z.array(
  z.array(z.object({ language: z.string().max(20), likelihood: z.number() })).max(20),
)

const readPrepareReport = (message: unknown): PrepareReport => parsed(prepareReport, message)
const readComposeReport = (message: unknown): ComposeReport => parsed(composeReport, message)
const readOpenedPages = (json: string): OpenedPage[] => parsed(openedPages, JSON.parse(json))
const readIdentified = (json: string): IdentifiedLanguage[][] => parsed(identified, JSON.parse(json))

function parsed<Value>(schema: z.ZodType<Value>, message: unknown): Value {
  const found = schema.safeParse(message)
  if (!found.success) throw new AppError('internal', {}, { cause: found.error })
  return found.data
}
