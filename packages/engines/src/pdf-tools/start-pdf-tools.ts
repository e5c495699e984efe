/** Starts the PDF tools: each job is one run of the PDF program in the sandbox, which has qpdf beside it. */
import { constants } from 'node:fs'
import { access, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { splitJoinedPasswords } from '@filesmith/contract/operations/file-passwords'
import { type Ability, handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, PackedFile, StepOutcome, StepRun } from '../engine.ts'
import { readFailure, readProgress } from '../process/helper-messages.ts'
import { stageFile, withJobFolder } from '../process/job-folder.ts'
import { nodeProgram } from '../process/node-helper.ts'
import { jobPathsInside, runProcess } from '../process/run-process.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { pdfToolAbilities } from './abilities.ts'
import { type PdfJob, pdfReportSchema, pdfResultName } from './job.ts'
import { pdfProgramPackages } from './packages.ts'
import { qpdfProgram } from './qpdf/run-qpdf.ts'

const tool = 'Editing PDFs'
const maxMovedPages = 10_000

export async function startPdfTools(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  await access(qpdfProgram, constants.X_OK).catch(() => {
    throw new Error('The program qpdf is missing; install the package "qpdf".')
  })
  const run = (ability: Ability) => handle(ability, step => runPdfTool({ settings, sandbox }, step))
  return { runStep: runStepsWith(...pdfToolAbilities.map(run)), close: async () => {} }
}

interface PdfToolContext {
  readonly settings: EngineSettings
  readonly sandbox: Sandbox
}

function runPdfTool(context: PdfToolContext, run: StepRun): Promise<StepOutcome> {
  return withJobFolder(run.outputPath, async folder => {
    const messages = await runProgram(context, run, folder)
    if (messages.failure !== undefined) throw readFailure(messages.failure, { format: 'PDF' })
    const { format, parts, notes, warnings, ...report } = pdfReportSchema.parse(messages.report)
    await rename(join(folder.output, pdfResultName), run.outputPath)
    const kept = parts.map(part => ({ ...part, path: `${run.outputPath}.${part.name}` }))
    for (const { name, path } of kept) await rename(join(folder.output, name), path)
    return {
      ...report,
      ...(format !== undefined && format !== run.step.to && { format }),
      ...(notes.length > 0 && { notes }),
      ...(warnings.length > 0 && { warnings }),
      ...(kept.length > 0 && { parts: kept }),
    }
  })
}

interface ProgramMessages {
  failure?: unknown
  report?: unknown
}

async function runProgram(
  { settings, sandbox }: PdfToolContext,
  run: StepRun,
  folder: { readonly input: string; readonly output: string },
): Promise<ProgramMessages> {
  const given = run.files ?? [theInputOf(run)]
  const staged = await Promise.all(
    given.map(({ path }, index) => stageFile(sandbox, path, folder.input, `${index}.pdf`)),
  )
  const { command, script, mounts, env } = nodeProgram(sandbox, 'pdf-tools/program.ts', pdfProgramPackages)
  const paths = jobPathsInside(sandbox, { input: folder.input, outFolder: folder.output })
  const passwords = run.password === undefined ? undefined : splitJoinedPasswords(run.password)
  const job: PdfJob = {
    task: run.step.ability,
    options: run.step.options,
    files: staged.map(({ path }, index) => {
      const ownPassword = passwords?.ofFiles[index]
      return {
        path: path.startsWith('/') ? path : join(paths.input, path),
        name: given[index]?.name ?? '',
        ...(ownPassword && { password: ownPassword }),
      }
    }),
    name: run.name ?? 'document',
    outFolder: paths.outFolder,
    ...(passwords && { password: passwords.password }),
    // Pages are moved, not drawn.
    maxPages: Math.max(maxMovedPages, settings.pdf.maxPages),
    maxPixels: settings.maxPixels,
  }
  const messages: ProgramMessages = {}
  await runProcess(sandbox, {
    program: command,
    tool,
    input: folder.input,
    outFolder: folder.output,
    args: () => [script],
    mounts: [...mounts, ...staged.flatMap(file => file.mounts)],
    env,
    stdin: JSON.stringify(job),
    timeoutMs: settings.pdf.timeoutMs,
    limits: { memoryBytes: 2 * settings.maxMemoryBytes, fileBytes: settings.maxOutputBytes },
    signal: run.signal,
    onLine: line => takeMessage(line, messages, run),
    failure: ({ code, signal, stderr }) =>
      new AppError(
        'file-damaged',
        { format: 'PDF' },
        { cause: new Error(`the PDF program ended (code ${code}, signal ${signal})`, { cause: stderr }) },
      ),
  })
  return messages
}

function theInputOf({ inputPath, name = 'document' }: StepRun): Pick<PackedFile, 'path' | 'name'> {
  return { path: inputPath, name: `${name}.pdf` }
}

function takeMessage(line: string, messages: ProgramMessages, run: StepRun): void {
  const message: unknown = parseLine(line)
  if (typeof message !== 'object' || message === null) return
  if ('progress' in message) run.onProgress(readProgress(message.progress))
  if ('failure' in message) messages.failure = message.failure
  if ('report' in message) messages.report = message.report
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
