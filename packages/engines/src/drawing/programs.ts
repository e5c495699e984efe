/** The programs that convert drawings, each run sandboxed on one file: poppler, librsvg and the PostScript interpreter. */
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import type { EngineSettings, StepRun } from '../engine.ts'
import type { JobFolder, StagedFile } from '../process/job-folder.ts'
import { nodeProgram } from '../process/node-helper.ts'
import { readReport } from '../process/read-report.ts'
import { type ProcessRun, runProcess } from '../process/run-process.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { postScriptReport, reportName, svgPageName } from './postscript-report.ts'

export const programs = {
  pdfToSvg: '/usr/bin/pdftocairo',
  pdfInfo: '/usr/bin/pdfinfo',
  svgToPdf: '/usr/bin/rsvg-convert',
} as const

const tool = 'Converting drawings'
const locked = /incorrect password/i

export interface DrawingContext {
  readonly settings: EngineSettings
  readonly sandbox: Sandbox
  readonly run: StepRun
  readonly folder: JobFolder
  readonly staged: StagedFile
}

/** The given file, or one that a program has written. */
export type DrawingFile = { readonly isGiven: true } | { readonly isGiven: false; readonly name: string }

export const givenFile: DrawingFile = { isGiven: true }

/** The path of a result outside of the sandbox. */
export function pathOf({ folder, run }: DrawingContext, file: DrawingFile): string {
  return file.isGiven ? run.inputPath : join(folder.output, file.name)
}

export async function countPdfPages(context: DrawingContext): Promise<number> {
  let pages = 0
  const onLine = (line: string) => {
    const count = /^Pages:\s+(\d+)$/.exec(line)?.[1]
    if (count !== undefined) pages = Number(count)
  }
  await start(context, programs.pdfInfo, { file: givenFile, onLine }, given => [given])
  if (pages === 0) throw damaged(context)
  return pages
}

/** One page, from 1. */
export async function pageToSvg(context: DrawingContext, page: number): Promise<DrawingFile> {
  const name = `page-${page}.svg`
  await start(context, programs.pdfToSvg, { file: givenFile }, (given, outFolder) => [
    ...['-svg', '-f', `${page}`, '-l', `${page}`],
    given,
    join(outFolder, name),
  ])
  return { isGiven: false, name }
}

/** Written again, so that only the pages of an Illustrator file are left. */
export async function pdfToPdf(context: DrawingContext): Promise<DrawingFile> {
  await start(context, programs.pdfToSvg, { file: givenFile }, (given, outFolder) => [
    '-pdf',
    given,
    join(outFolder, result),
  ])
  return { isGiven: false, name: result }
}

/** As vectors, with the fonts embedded. */
export async function svgToPdf(context: DrawingContext, file: DrawingFile): Promise<DrawingFile> {
  await start(context, programs.svgToPdf, { file }, (given, outFolder) => [
    ...['--format', 'pdf', '--output', join(outFolder, result)],
    given,
  ])
  return { isGiven: false, name: result }
}

/** A drawing without pages, of which LibreOffice makes one of A4: the page becomes as large as what is drawn. */
export async function cropSvg(context: DrawingContext, file: DrawingFile): Promise<DrawingFile> {
  const { command, script, mounts, env } = nodeProgram(
    context.sandbox,
    'drawing/crop-program.ts',
    cropPackages,
  )
  const name = 'cropped.svg'
  await start(context, command, { file, mounts, env }, (given, outFolder) => [
    script,
    given,
    join(outFolder, name),
  ])
  return { isGiven: false, name }
}

/** The pages of a PostScript file. */
export async function postScriptToSvg(context: DrawingContext, maxPages: number) {
  const { command, script, mounts, env } = nodeProgram(
    context.sandbox,
    'drawing/postscript-program.ts',
    postScriptPackages,
  )
  await start(context, command, { file: givenFile, mounts, env }, (given, outFolder) => [
    script,
    given,
    outFolder,
    `${maxPages}`,
  ])
  const report = await readReport(join(context.folder.output, reportName))
  const { pages, ...state } = postScriptReport.parse(JSON.parse(report))
  if (pages === 0) throw new AppError('postscript-program', { format: formats[context.run.step.from].label })
  const files = Array.from(
    { length: pages },
    (_, index): DrawingFile => ({ isGiven: false, name: svgPageName(index + 1) }),
  )
  return { files, ...state }
}

/** One page for each file, which may have large images in it. */
export async function svgPagesToPdf(
  context: DrawingContext,
  files: readonly DrawingFile[],
): Promise<DrawingFile> {
  const names = files.flatMap(file => (file.isGiven ? [] : [file.name]))
  await start(context, programs.svgToPdf, { file: givenFile }, (_given, outFolder) => [
    ...['--unlimited', '--format', 'pdf', '--output', join(outFolder, result)],
    ...names.map(name => join(outFolder, name)),
  ])
  return { isGiven: false, name: result }
}

/** Refuses results with scripts or references to anything outside of them, all in one run. */
export async function checkSvgs(context: DrawingContext, files: readonly DrawingFile[]): Promise<void> {
  const { command, script, mounts, env } = nodeProgram(context.sandbox, 'drawing/check-program.ts')
  const names = files.flatMap(file => (file.isGiven ? [] : [file.name]))
  const unsafe = (cause: Error) => new AppError('unsupported-variant', { format: 'drawing' }, { cause })
  await start(context, command, { file: givenFile, mounts, env, failure: unsafe }, (_given, outFolder) => [
    script,
    ...names.map(name => join(outFolder, name)),
  ])
}

const result = 'result.pdf'
const postScriptPackages = ['@cantoo/fontkit', 'sharp']
const cropPackages = ['@resvg/resvg-js']

interface Started extends Partial<Pick<ProcessRun, 'mounts' | 'env' | 'onLine'>> {
  readonly file: DrawingFile
  readonly failure?: (cause: Error) => AppError
}

async function start(
  context: DrawingContext,
  program: string,
  { file, mounts = [], failure = cause => damaged(context, cause), ...more }: Started,
  args: (input: string, outFolder: string) => readonly string[],
): Promise<void> {
  const { settings, sandbox, run, folder, staged } = context
  await runProcess(sandbox, {
    ...more,
    program,
    tool,
    input: folder.input,
    outFolder: folder.output,
    args: paths => {
      const given = staged.path.startsWith('/') ? staged.path : join(paths.input, staged.path)
      return args(file.isGiven ? given : join(paths.outFolder, file.name), paths.outFolder)
    },
    mounts: [...mounts, ...staged.mounts],
    timeoutMs: settings.pdf.timeoutMs,
    limits: { memoryBytes: 2 * settings.maxMemoryBytes, fileBytes: settings.maxOutputBytes },
    signal: run.signal,
    failure: exit => {
      if (locked.test(exit.stderr)) return new AppError('password-needed')
      const cause = new Error(`${program} ended (code ${exit.code}, signal ${exit.signal})`, {
        cause: exit.stderr,
      })
      return failure(cause)
    },
  })
}

function damaged({ run }: Pick<DrawingContext, 'run'>, cause?: unknown): AppError {
  return new AppError('file-damaged', { format: formats[run.step.from].label }, { cause })
}
