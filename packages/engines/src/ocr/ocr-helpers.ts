/** The warm helpers of text recognition, and what they are asked. */
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formats } from '@filesmith/contract/formats'
import type { EngineSettings, Progress } from '../engine.ts'
import { runWatched } from '../pdf/run-watched.ts'
import { startHelper } from '../process/helper-process.ts'
import { prepareNodeHelper } from '../process/node-helper.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool } from '../process/warm-pool.ts'
import { readComposeReport, readIdentified, readOpenedPages, readPrepareReport } from './helper-answers.ts'
import type { IdentifiedLanguage } from './languages/identify-languages.ts'
import type {
  ComposeReport,
  ComposeRequest,
  OcrFormat,
  OcrRequest,
  OpenedPage,
  PrepareReport,
  PrepareRequest,
  WriteRequest,
} from './request.ts'

export interface OcrFile {
  readonly path: string
  readonly format: OcrFormat
  readonly password?: string | undefined
  /** Where answers stand for a moment. */
  readonly folder: string
  readonly signal: AbortSignal
}

type PageWish = Pick<PrepareRequest, 'page' | 'isEnhanced' | 'turn' | 'viewPixels' | 'isOnlyView'>
type OnProgress = (progress: Progress) => void

export interface OcrHelpers {
  open(file: OcrFile, onProgress: OnProgress): Promise<OpenedPage[]>
  prepare(file: OcrFile, wish: PageWish, outputPath: string): Promise<PrepareReport>
  identify(file: OcrFile, texts: readonly string[]): Promise<IdentifiedLanguage[][]>
  compose(
    file: OcrFile,
    readPath: string,
    how: Omit<ComposeRequest, 'kind'>,
    outputPath: string,
  ): Promise<ComposeReport>
  write(
    file: OcrFile,
    kind: WriteRequest['kind'],
    readPath: string,
    outputPath: string,
    onProgress: OnProgress,
  ): Promise<void>
  close(): Promise<void>
}

/** What a helper may write to before its first job: most of it is never touched. */
const loadedBytes = 512 * 1024 * 1024
const packages = ['sharp', 'pdfjs-dist', '@hyzyla/pdfium', 'docx', 'fasttext.wasm.js']
const nothing = '/dev/null'

export async function startOcrHelpers(settings: EngineSettings, sandbox: Sandbox): Promise<OcrHelpers> {
  const memoryBytes = 2 * settings.maxMemoryBytes + loadedBytes
  const program = prepareNodeHelper(sandbox, { program: 'ocr/program.ts', packages, memoryBytes })
  const pool = createWarmPool({
    size: settings.helpersPerEngine,
    recycleAfterJobs: settings.recycleAfterJobs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  if (settings.startsWarm)
    await pool.warmUp().catch(async error => {
      await pool.close()
      throw error
    })
  let answers = 0

  interface Paths {
    readonly inputPath: string
    readonly attachedPath?: string
    readonly outputPath: string
  }

  async function ask(file: OcrFile, request: OcrRequest, paths: Paths, onProgress: OnProgress = () => {}) {
    return runWatched(pool, settings, {
      request,
      ...paths,
      signal: file.signal,
      onProgress,
      format: formats[file.format].label,
      pageTimeoutMs: settings.ocr.pageTimeoutMs,
    })
  }

  const frameOf = ({ format, password }: OcrFile) => ({
    format,
    ...(password !== undefined && { password }),
    maxPages: settings.ocr.maxPages,
    maxPixels: settings.maxPixels,
  })

  /** An answer that is JSON, read and gone. */
  async function askJson<Value>(
    file: OcrFile,
    request: OcrRequest,
    inputPath: string,
    read: (json: string) => Value,
    onProgress?: OnProgress,
  ): Promise<Value> {
    answers += 1
    const outputPath = join(file.folder, `answer-${answers}.json`)
    await ask(file, request, { inputPath, outputPath }, onProgress)
    try {
      return read(await readFile(outputPath, 'utf8'))
    } finally {
      await rm(outputPath, { force: true })
    }
  }

  return {
    open: (file, onProgress) =>
      askJson(file, { kind: 'open', ...frameOf(file) }, file.path, readOpenedPages, onProgress),
    identify: (file, texts) => askJson(file, { kind: 'identify', texts }, nothing, readIdentified),
    async prepare(file, wish, outputPath) {
      const request: PrepareRequest = { kind: 'prepare', ...wish, ...frameOf(file) }
      return readPrepareReport(await ask(file, request, { inputPath: file.path, outputPath }))
    },
    async compose(file, readPath, how, outputPath) {
      return readComposeReport(
        await ask(file, { kind: 'compose', ...how }, { inputPath: readPath, outputPath }),
      )
    },
    async write(file, kind, readPath, outputPath, onProgress) {
      const fileBytes = (await stat(file.path)).size
      const request: WriteRequest = { kind, fileBytes, ...frameOf(file) }
      await ask(file, request, { inputPath: file.path, attachedPath: readPath, outputPath }, onProgress)
    },
    close: () => pool.close(),
  }
}
