/** Starts the engines of books: each job is one run of the book program in the sandbox, with its programs beside it. */
import { constants } from 'node:fs'
import { access, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import { type Ability, handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun } from '../engine.ts'
import { pdfProgramPackages } from '../pdf-tools/packages.ts'
import { readFailure, readProgress } from '../process/helper-messages.ts'
import { stageFile, withJobFolder } from '../process/job-folder.ts'
import { nodeProgram } from '../process/node-helper.ts'
import { jobPathsInside, runProcess } from '../process/run-process.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { bookConvert, bookToDocx, comicConvert, djvuConvert, markupConvert } from './abilities.ts'
import { type BookJob, bookReportSchema, bookResultName } from './job.ts'

interface NeededProgram {
  readonly path: string
  /** Debian package that contains it. */
  readonly package: string
}

const pandoc: NeededProgram = { path: '/usr/bin/pandoc', package: 'pandoc' }
const bsdtar: NeededProgram = { path: '/usr/bin/bsdtar', package: 'libarchive-tools' }
const ddjvu: NeededProgram = { path: '/usr/bin/ddjvu', package: 'djvulibre-bin' }

export function startMarkup(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  return startBookEngine({ settings, sandbox }, [markupConvert, bookToDocx], pandoc)
}

export function startBooks(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  return startBookEngine({ settings, sandbox }, [bookConvert, comicConvert], bsdtar)
}

export function startDjvu(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  return startBookEngine({ settings, sandbox }, [djvuConvert], ddjvu)
}

interface BookContext {
  readonly settings: EngineSettings
  readonly sandbox: Sandbox
}

async function startBookEngine(
  context: BookContext,
  abilities: readonly Ability[],
  needed: NeededProgram,
): Promise<LiveEngine> {
  await access(needed.path, constants.X_OK).catch(() => {
    throw new Error(`The program ${needed.path} is missing; install the package "${needed.package}".`)
  })
  const handlers = abilities.map(ability => handle(ability, run => runBookStep(context, run)))
  return { runStep: runStepsWith(...handlers), close: async () => {} }
}

const tool = 'Converting books'
const packages = [...pdfProgramPackages, 'parse5', '@csstools/css-tokenizer', '@asciidoctor/core'] as const

interface BookMessages {
  failure?: unknown
  report?: unknown
}

function runBookStep(context: BookContext, run: StepRun): Promise<StepOutcome> {
  return withJobFolder(run.outputPath, async folder => {
    const messages = await runProgram(context, run, folder)
    const format = formats[run.step.from].label
    if (messages.failure !== undefined) throw readFailure(messages.failure, { format })
    const { notes, warnings, ...report } = bookReportSchema.parse(messages.report)
    await rename(join(folder.output, bookResultName), run.outputPath)
    return {
      ...report,
      ...(notes.length > 0 && { notes }),
      ...(warnings.length > 0 && { warnings }),
    }
  })
}

/** Books and comics are archives: refused by total and by ratio, as other archives are (decompression bombs). */
async function unpackedLimit(path: string, settings: EngineSettings): Promise<number> {
  const { maxRatio, ratioFromBytes } = settings.archive.unpacking
  const { size } = await stat(path)
  return Math.min(settings.maxOutputBytes, Math.max(ratioFromBytes, maxRatio * size))
}

async function runProgram(
  { settings, sandbox }: BookContext,
  run: StepRun,
  folder: { readonly input: string; readonly output: string },
): Promise<BookMessages> {
  const { from, to, ability } = run.step
  const staged = await stageFile(sandbox, run.inputPath, folder.input, `book.${from}`)
  const { command, script, mounts, env } = nodeProgram(sandbox, 'books/program.ts', packages)
  const paths = jobPathsInside(sandbox, { input: folder.input, outFolder: folder.output })
  const job: BookJob = {
    task: ability,
    from,
    to,
    path: staged.path.startsWith('/') ? staged.path : join(paths.input, staged.path),
    name: run.name ?? 'book',
    outFolder: paths.outFolder,
    maxPages: settings.pdf.maxPages,
    maxPixels: settings.maxPixels,
    maxUnpackedBytes: await unpackedLimit(run.inputPath, settings),
  }
  const messages: BookMessages = {}
  await runProcess(sandbox, {
    program: command,
    tool,
    input: folder.input,
    outFolder: folder.output,
    args: () => [script],
    mounts: [...mounts, ...staged.mounts],
    env,
    stdin: JSON.stringify(job),
    timeoutMs: settings.pdf.timeoutMs,
    limits: { memoryBytes: 2 * settings.maxMemoryBytes, fileBytes: settings.maxOutputBytes },
    signal: run.signal,
    onLine: line => takeMessage(line, messages, run),
    failure: ({ code, signal, stderr }) =>
      new AppError(
        'file-damaged',
        { format: formats[from].label },
        { cause: new Error(`the book program ended (code ${code}, signal ${signal})`, { cause: stderr }) },
      ),
  })
  return messages
}

function takeMessage(line: string, messages: BookMessages, run: StepRun): void {
  const message = parsedLine(line)
  if (typeof message !== 'object' || message === null) return
  if ('progress' in message) run.onProgress(readProgress(message.progress))
  if ('failure' in message) messages.failure = message.failure
  if ('report' in message) messages.report = message.report
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
