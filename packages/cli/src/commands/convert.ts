/** `filesmith convert`, `compress` and `run`: processes files and writes the results. */

import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { refusePasswords } from '@filesmith/contract/operations/file-passwords'
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import { chooseConverter } from '../choose-converter.ts'
import { exitCodes } from '../exit-codes.ts'
import { inspectFile } from '../files/inspect-file.ts'
import { listTree } from '../files/list-tree.ts'
import { type Destination, parseDestination, stdioOperand } from '../files/result-path.ts'
import { makeTemporaryFolder, type TemporaryFolder } from '../files/temporary-folder.ts'
import { type FolderText, packPath, packText, textsOfFolder } from '../files/texts-of-folder.ts'
import { chooseReporter } from '../report/choose-reporter.ts'
import type { InputFile } from '../tasks/converter.ts'
import { exitCodeOf } from '../tasks/exit-code-of.ts'
import { findFormat } from '../tasks/find-operation.ts'
import { makeTask, requestForFile, type TaskRequest } from '../tasks/make-task.ts'
import { type PendingTask, runTasks } from '../tasks/run-tasks.ts'
import { UsageError } from '../usage-error.ts'
import type { Command, CommandContext } from './command.ts'

export const convert: Command = context => {
  const to = readFormat(context.args.to)
  if (to === undefined) throw new UsageError(commandLineMessages.noTarget)
  return processFiles(context, context.args.operands, { to, options: context.args.options })
}

export const compress: Command = context => {
  const to = readFormat(context.args.to)
  return processFiles(context, context.args.operands, {
    operation: 'compress-files',
    to,
    options: context.args.options,
  })
}

export const run: Command = context => {
  const [name, ...files] = context.args.operands
  const operation = readOperation(name)
  const to = readFormat(context.args.to)
  return processFiles(context, files, { operation, to, options: context.args.options })
}

export function readOperation(name: string | undefined): OperationId {
  if (name === undefined) throw new UsageError(commandLineMessages.noOperation)
  const found = operationIds.find(id => id === name)
  if (found === undefined) throw new UsageError(commandLineMessages.unknownOperation(name, operationIds))
  return found
}

export function readFormat(name: string | undefined): FormatId | undefined {
  if (name === undefined) return undefined
  const format = findFormat(name)
  if (format === undefined) throw new UsageError(commandLineMessages.unknownFormat(name))
  return format
}

export async function processFiles(
  { args, signal }: CommandContext,
  paths: readonly string[],
  request: TaskRequest,
) {
  if (paths.length === 0) throw new UsageError(commandLineMessages.noFiles)
  const hasSingleResult =
    request.operation !== undefined && operations[request.operation].takes === 'several-files'
  const isFromStdin = paths.includes(stdioOperand)
  const sources = hasSingleResult ? paths : await withTextsOfFolders(paths)
  const destination: Destination =
    isFromStdin && args.out === undefined
      ? { kind: 'stdout' }
      : await parseDestination(args.out, hasSingleResult ? 1 : sources.length)
  const reporter = chooseReporter({ ...args, isStdoutTaken: destination.kind === 'stdout' })
  const jobs = hasSingleResult ? 1 : Math.min(args.jobs, sources.length)
  const converter = await chooseConverter(args, jobs, message => reporter.error(message))
  const needsFolder = isFromStdin || sources.some(source => typeof source !== 'string')
  const temporary = needsFolder ? await makeTemporaryFolder() : undefined
  const from = readFormat(args.from)
  const inspect = (path: string) =>
    path === stdioOperand && temporary ? readStdin(temporary, from, signal) : inspectFile(path)
  const open = (source: Source, index: number) => {
    if (typeof source === 'string') return inspect(source)
    return packText(source, packPath(temporary?.path ?? '', index))
  }
  try {
    const passwords = request.options.get('passwords')
    const refused = hasSingleResult ? undefined : refusePasswords({ passwords }, sources.length)
    if (refused) throw new UsageError(refused.message)
    const pending = hasSingleResult
      ? [combinedTask(paths, request, isFromStdin ? inspect : undefined)]
      : sources.map((source, index) => ({
          label: typeof source === 'string' ? source : source.text.path,
          makeTask: async () => makeTask([await open(source, index)], requestForFile(request, index)),
        }))
    const outcomes = await runTasks(pending, {
      mayReplace: () => args.isForced,
      jobs,
      converter,
      destination,
      reporter,
      signal,
    })
    return signal.aborted ? exitCodes.interrupted : exitCodeOf(outcomes)
  } finally {
    reporter.close()
    await converter.close()
    await temporary?.remove()
  }
}

/** A path, or a text of a folder with its images. */
type Source = string | FolderText

async function withTextsOfFolders(paths: readonly string[]): Promise<readonly Source[]> {
  const sources = await Promise.all(paths.map(async path => (await textsOfFolder(path)) ?? [path]))
  return sources.flat()
}

function combinedTask(
  paths: readonly string[],
  request: TaskRequest,
  inspect: ((path: string) => Promise<InputFile>) | undefined,
): PendingTask {
  const [label = '', ...others] = paths
  return {
    label: others.length === 0 ? label : `${label} + ${others.length}`,
    async makeTask() {
      const [first, ...rest] = inspect ? await Promise.all(paths.map(inspect)) : await listTree(paths)
      if (first === undefined) throw new UsageError(commandLineMessages.noFiles)
      return makeTask([first, ...rest], request)
    },
  }
}

const stdinName = 'stdin'

/** Saves stdin as a file, because engines need random access to their input. */
async function readStdin(
  folder: TemporaryFolder,
  from: FormatId | undefined,
  signal: AbortSignal,
): Promise<InputFile> {
  const path = join(folder.path, stdinName)
  await pipeline(process.stdin, createWriteStream(path), { signal })
  const file = await inspectFile(path)
  // `--from` is only a fallback: short text, for example, has no recognizable signature.
  const format = file.format ?? from
  return {
    ...file,
    format,
    name: format === undefined ? stdinName : `${stdinName}.${formatExtension(format)}`,
  }
}
