/**
 * LibreOffice engine: a pool of warm, sandboxed helpers, each with its own instance and profile. Other helpers sanitize
 * documents before LibreOffice opens them, and HTML that it wrote before the user gets it.
 */
import { access, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import type { MarkdownImages } from '@filesmith/contract/operations/markdown-images'
import { handle, runStepsWith } from '../ability.ts'
import type { DrawingOptions } from '../drawing/abilities.ts'
import { convertDrawing } from '../drawing/start-drawing.ts'
import type { EngineSettings, LiveEngine, Progress, StepOutcome, StepRun } from '../engine.ts'
import { markdownPackages } from '../markdown/packages.ts'
import { startHelper } from '../process/helper-process.ts'
import { idleNodeBytes, prepareNodeHelper } from '../process/node-helper.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool } from '../process/warm-pool.ts'
import {
  htmlToMarkdown,
  officeConvert,
  officeDrawingConvert,
  pagesConvert,
  presentationConvert,
  spreadsheetConvert,
} from './abilities.ts'
import { python, startOfficeHelper } from './office-helper.ts'
import { type OfficeReport, officeReportSchema } from './office-report.ts'
import {
  type SanitizedFormat,
  type SanitizeReport,
  type SanitizeRequest,
  sanitizedFormats,
  sanitizeReportSchema,
} from './sanitize/request.ts'

interface SanitizeTask extends SanitizeRequest {
  readonly inputPath: string
  readonly outputPath: string
  readonly signal: AbortSignal
}

interface SanitizeHelpers {
  warmUp(): Promise<void>
  /** Returns what the helper says about its result. */
  run(task: SanitizeTask): Promise<SanitizeReport>
  close(): Promise<void>
}

function createSanitizeHelpers(settings: EngineSettings, sandbox: Sandbox): SanitizeHelpers {
  const program = prepareNodeHelper(sandbox, {
    program: 'libreoffice/sanitize/program.ts',
    packages: [
      'parse5',
      '@csstools/css-tokenizer',
      'hast-util-from-parse5',
      'hast-util-to-mdast',
      ...markdownPackages,
    ],
    memoryBytes: 2 * settings.maxMemoryBytes + idleNodeBytes,
  })
  const pool = createWarmPool({
    size: settings.helpersPerEngine + settings.spareHelpers,
    recycleAfterJobs: settings.recycleAfterJobs,
    maxIdleMs: settings.helperIdleMs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  return {
    warmUp: () => pool.warmUp(),
    async run({ inputPath, outputPath, signal, ...request }) {
      const errorParams = { format: formats[request.format].label }
      const reported = await pool.run({
        request,
        inputPath,
        outputPath,
        signal,
        onProgress: () => {},
        timeoutMs: settings.stepTimeoutMs,
        maxOutputBytes: settings.maxOutputBytes,
        maxMemoryBytes: settings.maxMemoryBytes,
        errorParams,
        crashError: cause => new AppError('file-damaged', errorParams, { cause }),
      })
      return sanitizeReportSchema.parse(reported ?? {})
    },
    close: () => pool.close(),
  }
}

const drawnFormats: readonly string[] = ['emf', 'wmf', 'cdr', 'dxf']

const repairedWarning = 'The document is damaged: parts of it could not be read.'

function isSanitized(format: string): format is SanitizedFormat {
  return (sanitizedFormats as readonly string[]).includes(format)
}

export async function startOffice(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  await findOffice()
  const sanitizers = createSanitizeHelpers(settings, sandbox)
  const pool = createWarmPool({
    size: settings.helpersPerEngine + settings.spareHelpers,
    recycleAfterJobs: settings.recycleAfterJobs,
    maxIdleMs: settings.helperIdleMs,
    onEnd: settings.onHelperEnd,
    start: () => startOfficeHelper(sandbox, settings.maxMemoryBytes),
  })
  const close = async () => {
    await Promise.all([pool.close(), sanitizers.close()])
  }
  if (settings.startsWarm)
    await Promise.all([pool.warmUp(), sanitizers.warmUp()]).catch(async error => {
      await close()
      throw error
    })
  return {
    runStep: runStepsWith(
      handle(officeConvert, runStep),
      handle(pagesConvert, runStep),
      handle(htmlToMarkdown, writeMarkdown),
      handle(spreadsheetConvert, run => runOther(run)),
      handle(presentationConvert, run => runOther(run)),
      handle(officeDrawingConvert, run =>
        drawnFormats.includes(run.step.from) ? runDrawn(run) : runOther(run, run.step.options),
      ),
    ),
    close,
  }

  async function writeMarkdown(run: StepRun<{ readonly images: MarkdownImages }>): Promise<StepOutcome> {
    const { inputPath, outputPath, signal, onProgress, name = 'document' } = run
    const markdown = { images: run.step.options.images, name }
    const page = { format: 'html', isResult: true, isUtf8: false, markdown } as const
    const about = await sanitizers.run({ ...page, inputPath, outputPath, signal })
    onProgress({ percent: 100, stage: 'done' })
    return about.isArchive ? { format: 'zip' } : {}
  }

  /** Spreadsheets, presentations and drawings, of whose results only an SVG could refer to anything. */
  async function runOther(run: StepRun, more: Partial<DrawingOptions> = {}): Promise<StepOutcome> {
    const { inputPath, outputPath, signal, password } = run
    const { from, to } = run.step
    const sanitizedPath = `${outputPath}.clean`
    const writtenPath = `${outputPath}.written`
    try {
      if (isSanitized(from)) {
        const opening = password === undefined ? {} : { password }
        const upload = { format: from, isResult: false, isUtf8: false, ...opening }
        await sanitizers.run({ ...upload, inputPath, outputPath: sanitizedPath, signal })
      }
      const convertedPath = to === 'svg' ? writtenPath : outputPath
      const about = await convert(run, isSanitized(from) ? sanitizedPath : inputPath, convertedPath, more)
      if (to === 'svg') {
        const drawing = { format: to, isResult: true, isUtf8: true } as const
        await sanitizers.run({ ...drawing, inputPath: writtenPath, outputPath, signal })
      }
      run.onProgress({ percent: 100, stage: 'done' })
      return about
    } finally {
      await Promise.all([sanitizedPath, writtenPath].map(path => rm(path, { force: true })))
    }
  }

  /** Drawings without pages, cropped, and CorelDRAW files; poppler writes their pages as SVG. */
  async function runDrawn(run: StepRun<DrawingOptions>): Promise<StepOutcome> {
    const { step, inputPath, outputPath, onProgress } = run
    const drawnPath = `${outputPath}.drawn`
    const hasPages = step.from === 'cdr'
    const halfOf = (begin: number) => (each: Progress) =>
      onProgress({ ...each, percent: begin + each.percent / 2 })
    try {
      const drawing = { ...run, step: { ...step, to: 'pdf' }, onProgress: halfOf(0) } as const
      await convert(drawing, inputPath, drawnPath)
      const drawn = { ...run, inputPath: drawnPath, onProgress: halfOf(50) }
      if (!hasPages || step.to === 'svg') return await convertDrawing(settings, sandbox, drawn, !hasPages)
      await rename(drawnPath, outputPath)
      onProgress({ percent: 100, stage: 'done' })
      return {}
    } finally {
      await rm(drawnPath, { force: true })
    }
  }

  async function runStep(run: StepRun): Promise<StepOutcome> {
    const { inputPath, outputPath, signal, onProgress } = run
    const { from, to } = run.step
    const opening = run.password === undefined ? {} : { password: run.password }
    const sanitizedPath = `${outputPath}.clean`
    const writtenPath = `${outputPath}.written`
    let isRepaired = false
    try {
      if (from === 'html' && to === 'html')
        await sanitizers.run({ format: from, isResult: true, isUtf8: false, inputPath, outputPath, signal })
      else if (to === 'html') {
        const page = { format: to, isResult: true, isUtf8: true } as const
        await convert(run, await sanitizedInput(), writtenPath, { isRepaired })
        await sanitizers.run({ ...page, inputPath: writtenPath, outputPath, signal })
      } else await convert(run, await sanitizedInput(), outputPath, { isRepaired })
    } finally {
      await Promise.all([sanitizedPath, writtenPath].map(path => rm(path, { force: true })))
    }
    onProgress({ percent: 100, stage: 'done' })
    return isRepaired ? { warnings: [repairedWarning] } : {}

    /** Plain text has no references. */
    async function sanitizedInput(): Promise<string> {
      if (!isSanitized(from)) return inputPath
      const upload = { format: from, isResult: false, isUtf8: false, ...opening }
      const sanitized = await sanitizers.run({ ...upload, inputPath, outputPath: sanitizedPath, signal })
      isRepaired = sanitized.isRepaired
      return sanitizedPath
    }
  }

  async function convert(
    { step, signal, onProgress, password }: StepRun,
    inputPath: string,
    outputPath: string,
    more: Partial<DrawingOptions> & { readonly isRepaired?: boolean } = {},
  ): Promise<OfficeReport> {
    const errorParams = { format: formats[step.from].label }
    const reported = await pool.run({
      request: { from: step.from, to: step.to, ...more, ...(password === undefined ? {} : { password }) },
      inputPath,
      outputPath,
      signal,
      onProgress,
      timeoutMs: settings.stepTimeoutMs,
      maxOutputBytes: settings.maxOutputBytes,
      maxMemoryBytes: settings.maxMemoryBytes,
      errorParams,
      crashError: cause => new AppError('file-damaged', errorParams, { cause }),
    })
    return officeReportSchema.parse(reported ?? {})
  }
}

interface NeededFile {
  readonly path: string
  readonly name: string
  /** Debian package that contains it. */
  readonly package: string
}

const neededFiles: readonly NeededFile[] = [
  {
    path: '/usr/lib/libreoffice/program/soffice.bin',
    name: 'LibreOffice',
    package: 'libreoffice-writer-nogui',
  },
  {
    path: '/usr/lib/libreoffice/program/libswlo.so',
    name: 'LibreOffice Writer',
    package: 'libreoffice-writer-nogui',
  },
  {
    path: '/usr/lib/libreoffice/program/libsclo.so',
    name: 'LibreOffice Calc',
    package: 'libreoffice-calc-nogui',
  },
  {
    path: '/usr/lib/libreoffice/program/libwpftimpresslo.so',
    name: 'LibreOffice Impress',
    package: 'libreoffice-impress-nogui',
  },
  { path: python, name: 'Python', package: 'python3-uno' },
  { path: '/usr/lib/python3/dist-packages/uno.py', name: "LibreOffice's Python", package: 'python3-uno' },
]

/** Throws an error for operators if a required file is missing. */
export async function findOffice(root = '/'): Promise<void> {
  for (const needed of neededFiles) {
    await access(join(root, needed.path)).catch(() => {
      throw new Error(`${needed.name} is missing; install the package "${needed.package}".`)
    })
  }
}
