/** `filesmith watch`: converts the files in a folder and those added to it, until it is interrupted. */
import { mkdir, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { chooseConverter } from '../choose-converter.ts'
import { exitCodes } from '../exit-codes.ts'
import { inspectFile } from '../files/inspect-file.ts'
import { chooseReporter } from '../report/choose-reporter.ts'
import type { TaskOutcome } from '../report/reporter.ts'
import { exitCodeOf } from '../tasks/exit-code-of.ts'
import { makeTask } from '../tasks/make-task.ts'
import { runTasks } from '../tasks/run-tasks.ts'
import { UsageError } from '../usage-error.ts'
import { processFolder } from '../watch/process-folder.ts'
import type { SettledFile } from '../watch/settled-files.ts'
import { openWatchState } from '../watch/watch-state.ts'
import type { Command, CommandContext } from './command.ts'
import { readFormat } from './convert.ts'

export const watchFolder: Command = async context => {
  const { args, signal } = context
  const { folder, out, to } = await readFolders(context)
  const reporter = chooseReporter({ ...args, isStdoutTaken: false })
  const converter = await chooseConverter(args, args.jobs, message => reporter.error(message))
  const state = await openWatchState(out, [to, ...args.options.entries()].join(' '))
  const outcomes: TaskOutcome[] = []

  async function processFile(file: SettledFile) {
    const task = {
      label: file.name,
      makeTask: async () => makeTask([await inspectFile(file.path)], { to, options: args.options }),
    }
    const mayReplace = (path: string) => args.isForced || state.resultOf(file.name) === resolve(path)
    const destination = { kind: 'folder', path: out } as const
    const run = { mayReplace, jobs: 1, converter, destination, reporter, signal }
    const [outcome = { status: 'interrupted' } as const] = await runTasks([task], run)
    // An unreachable server says nothing about the file: retry it.
    if (outcome.status === 'interrupted' || exitCodeOf([outcome]) === exitCodes.serverError) return 'retry'
    const result = outcome.status === 'done' ? resolve(outcome.result) : state.resultOf(file.name)
    const { sizeBytes, modifiedAtMs } = file
    await state.note(file.name, { sizeBytes, modifiedAtMs, status: outcome.status, result })
    if (args.isOnce) outcomes.push(outcome)
    return 'settled'
  }

  try {
    if (!args.isOnce) reporter.info(commandLineMessages.watching(folder))
    await processFolder({
      folder,
      settleMs: args.settleSeconds * 1000,
      jobs: args.jobs,
      isOnce: args.isOnce,
      signal,
      isWanted: file => !state.isSettled(file.name, file),
      processFile,
      onPause: seconds => reporter.error(commandLineMessages.tryingAgain(seconds)),
    })
    return signal.aborted ? exitCodes.interrupted : exitCodeOf(outcomes)
  } finally {
    reporter.close()
    await converter.close()
  }
}

async function readFolders({ args }: CommandContext) {
  const [folder] = args.operands
  const to = readFormat(args.to)
  if (folder === undefined) throw new UsageError(commandLineMessages.noFolder)
  if (to === undefined) throw new UsageError(commandLineMessages.noTarget)
  if (args.out === undefined) throw new UsageError(commandLineMessages.noOut)
  const isFolder = await stat(folder)
    .then(found => found.isDirectory())
    .catch(() => false)
  if (!isFolder) throw new UsageError(commandLineMessages.notFolder(folder))
  await mkdir(args.out, { recursive: true })
  // Results in the watched folder would be converted again, without end.
  if ((await realpath(args.out)) === (await realpath(folder)))
    throw new UsageError(commandLineMessages.sameFolder)
  return { folder, out: args.out, to }
}
