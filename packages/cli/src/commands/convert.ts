/** `filesmith convert`, `compress` and `run`: files in, results out. */
import type { FormatId } from '@filesmith/contract/formats'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import { chooseConverter } from '../choose-converter.ts'
import { exitCodes } from '../exit-codes.ts'
import { listTree } from '../files/list-tree.ts'
import { lookAtFile } from '../files/look-at-file.ts'
import { readStdin } from '../files/read-stdin.ts'
import { type Destination, readDestination, standardStream } from '../files/result-path.ts'
import { makeTemporaryFolder, type TemporaryFolder } from '../files/temporary-folder.ts'
import { chooseReporter } from '../report/choose-reporter.ts'
import type { InputFile } from '../work/converter.ts'
import { exitCodeOf } from '../work/exit-code-of.ts'
import { findFormat } from '../work/find-operation.ts'
import { makeTask, type Wish } from '../work/make-task.ts'
import { type PlannedTask, runTasks } from '../work/run-tasks.ts'
import { WrongUse } from '../wrong-use.ts'
import type { Command, CommandContext } from './command.ts'

export const convert: Command = context => {
  const to = readFormat(context.args.to)
  if (to === undefined) throw new WrongUse(commandLineMessages.noTarget)
  return work(context, context.args.operands, { to, options: context.args.options })
}

export const compress: Command = context => {
  const to = readFormat(context.args.to)
  return work(context, context.args.operands, {
    operation: 'compress-files',
    to,
    options: context.args.options,
  })
}

export const run: Command = context => {
  const [name, ...files] = context.args.operands
  const operation = readOperation(name)
  const to = readFormat(context.args.to)
  return work(context, files, { operation, to, options: context.args.options })
}

export function readOperation(name: string | undefined): OperationId {
  if (name === undefined) throw new WrongUse(commandLineMessages.noOperation)
  const found = operationIds.find(id => id === name)
  if (found === undefined) throw new WrongUse(commandLineMessages.unknownOperation(name, operationIds))
  return found
}

export function readFormat(name: string | undefined): FormatId | undefined {
  if (name === undefined) return undefined
  const format = findFormat(name)
  if (format === undefined) throw new WrongUse(commandLineMessages.unknownFormat(name))
  return format
}

async function work({ args, signal }: CommandContext, paths: readonly string[], wish: Wish) {
  if (paths.length === 0) throw new WrongUse(commandLineMessages.noFiles)
  const definition: Operation | undefined = wish.operation && operations[wish.operation]
  const isOneResult = definition?.takesMany === true
  const isFromStdin = paths.includes(standardStream)
  const destination: Destination =
    isFromStdin && args.out === undefined
      ? { kind: 'stdout' }
      : await readDestination(args.out, isOneResult ? 1 : paths.length)
  const reporter = chooseReporter({ ...args, isStdoutTaken: destination.kind === 'stdout' })
  const jobs = isOneResult ? 1 : Math.min(args.jobs, paths.length)
  const converter = await chooseConverter(args, jobs, message => reporter.complain(message))
  const temporary = isFromStdin ? await makeTemporaryFolder() : undefined
  const from = readFormat(args.from)
  const look = (path: string) =>
    path === standardStream && temporary ? readStdin(temporary, from, signal) : lookAtFile(path)
  try {
    const planned = isOneResult
      ? [planTogether(paths, wish, temporary, look)]
      : paths.map(path => ({ label: path, makeTask: async () => makeTask([await look(path)], wish) }))
    const ends = await runTasks(planned, {
      mayReplace: () => args.isForced,
      jobs,
      converter,
      destination,
      reporter,
      signal,
    })
    return signal.aborted ? exitCodes.interrupted : exitCodeOf(ends)
  } finally {
    reporter.close()
    await converter.close()
    await temporary?.remove()
  }
}

function planTogether(
  paths: readonly string[],
  wish: Wish,
  temporary: TemporaryFolder | undefined,
  look: (path: string) => Promise<InputFile>,
): PlannedTask {
  const [label = '', ...others] = paths
  return {
    label: others.length === 0 ? label : `${label} + ${others.length}`,
    async makeTask() {
      const [first, ...rest] = temporary ? await Promise.all(paths.map(look)) : await listTree(paths)
      if (first === undefined) throw new WrongUse(commandLineMessages.noFiles)
      return makeTask([first, ...rest], wish)
    },
  }
}
