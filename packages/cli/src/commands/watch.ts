/** `filesmith watch`: converts what is in a folder and what comes into it, until it is told to stop. */
import { mkdir, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { chooseConverter } from '../choose-converter.ts'
import { exitCodes } from '../exit-codes.ts'
import { lookAtFile } from '../files/look-at-file.ts'
import { chooseReporter } from '../report/choose-reporter.ts'
import type { TaskEnd } from '../report/reporter.ts'
import { followFolder } from '../watch/follow-folder.ts'
import type { SettledFile } from '../watch/settled-files.ts'
import { openLedger } from '../watch/watch-ledger.ts'
import { exitCodeOf } from '../work/exit-code-of.ts'
import { makeTask } from '../work/make-task.ts'
import { runTasks } from '../work/run-tasks.ts'
import { WrongUse } from '../wrong-use.ts'
import type { Command, CommandContext } from './command.ts'
import { readFormat } from './convert.ts'

export const watchFolder: Command = async context => {
  const { args, signal } = context
  const { folder, out, to } = await readFolders(context)
  const reporter = chooseReporter({ ...args, isStdoutTaken: false })
  const converter = await chooseConverter(args, args.jobs, message => reporter.complain(message))
  const ledger = await openLedger(out, [to, ...args.options.entries()].join(' '))
  const ends: TaskEnd[] = []

  async function work(file: SettledFile) {
    const task = {
      label: file.name,
      makeTask: async () => makeTask([await lookAtFile(file.path)], { to, options: args.options }),
    }
    const mayReplace = (path: string) => args.isForced || ledger.resultOf(file.name) === resolve(path)
    const destination = { kind: 'folder', path: out } as const
    const run = { mayReplace, jobs: 1, converter, destination, reporter, signal }
    const [end = { status: 'interrupted' } as const] = await runTasks([task], run)
    // A server that is away says nothing about the file.
    if (end.status === 'interrupted' || exitCodeOf([end]) === exitCodes.serverRefused) return 'later'
    const result = end.status === 'done' ? resolve(end.result) : ledger.resultOf(file.name)
    const { sizeBytes, modifiedAtMs } = file
    await ledger.note(file.name, { sizeBytes, modifiedAtMs, status: end.status, result })
    if (args.isOnce) ends.push(end)
    return 'settled'
  }

  try {
    if (!args.isOnce) reporter.say(commandLineMessages.watching(folder))
    await followFolder({
      folder,
      settleMs: args.settleSeconds * 1000,
      jobs: args.jobs,
      isOnce: args.isOnce,
      signal,
      isWanted: file => !ledger.isSettled(file.name, file),
      work,
      onPause: seconds => reporter.complain(commandLineMessages.tryingAgain(seconds)),
    })
    return signal.aborted ? exitCodes.interrupted : exitCodeOf(ends)
  } finally {
    reporter.close()
    await converter.close()
  }
}

async function readFolders({ args }: CommandContext) {
  const [folder] = args.operands
  const to = readFormat(args.to)
  if (folder === undefined) throw new WrongUse(commandLineMessages.noFolder)
  if (to === undefined) throw new WrongUse(commandLineMessages.noTarget)
  if (args.out === undefined) throw new WrongUse(commandLineMessages.noOut)
  const isFolder = await stat(folder)
    .then(found => found.isDirectory())
    .catch(() => false)
  if (!isFolder) throw new WrongUse(commandLineMessages.notFolder(folder))
  await mkdir(args.out, { recursive: true })
  // Its own results would be new work, and theirs again.
  if ((await realpath(args.out)) === (await realpath(folder)))
    throw new WrongUse(commandLineMessages.sameFolder)
  return { folder, out: args.out, to }
}
