/** `filesmith watch`: converts the files in a folder and those added to it, until it is interrupted. */

import { type FSWatcher, watch } from 'node:fs'
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
import { createSettledFiles, type SettledFile } from '../watch/settled-files.ts'
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

/* Processes every complete file of a folder once, with limited concurrency, until aborted or done. */

/** 'retry' when the failure is not specific to the file, e.g. an unreachable server. */
type FileOutcome = 'settled' | 'retry'

interface ProcessFolderSettings {
  readonly folder: string
  readonly settleMs: number
  /** Number of files processed concurrently. */
  readonly jobs: number
  /** Returns when no file is left to process. */
  readonly isOnce: boolean
  readonly signal: AbortSignal
  readonly isWanted: (file: SettledFile) => boolean
  readonly processFile: (file: SettledFile) => Promise<FileOutcome>
  /** Called when processing pauses before a retry. */
  readonly onPause: (seconds: number) => void
}

const pollIntervalMs = 5_000
const growingPollIntervalMs = 250
const firstPauseSeconds = 1
const longestPauseSeconds = 60

async function processFolder(settings: ProcessFolderSettings): Promise<void> {
  const { folder, settleMs, jobs, isOnce, signal } = settings
  const files = createSettledFiles(folder, settleMs)
  const changes: FolderChanges = watchFolderChanges(folder)
  const running = new Map<string, Promise<void>>()
  let pauseSeconds = 0
  let pausedUntilMs = 0

  async function startFile(file: SettledFile): Promise<void> {
    const outcome = await settings.processFile(file)
    running.delete(file.name)
    changes.wake()
    if (outcome === 'settled') pauseSeconds = 0
    // Files that failed at the same time share one pause.
    else if (Date.now() >= pausedUntilMs && !signal.aborted) {
      pauseSeconds = Math.min(longestPauseSeconds, Math.max(firstPauseSeconds, pauseSeconds * 2))
      pausedUntilMs = Date.now() + pauseSeconds * 1000
      settings.onPause(pauseSeconds)
    }
  }

  try {
    while (!signal.aborted) {
      const { settled, growingCount } = await files.scan(
        file => !running.has(file.name) && settings.isWanted(file),
      )
      const leftMs = pausedUntilMs - Date.now()
      const free = leftMs > 0 ? 0 : jobs - running.size
      for (const file of settled.slice(0, free)) running.set(file.name, startFile(file))
      if (isOnce && growingCount + settled.length + running.size === 0) return
      await changes.wait(waitMs(growingCount, settled.length > free, leftMs), signal)
    }
  } finally {
    changes.close()
    await Promise.all(running.values())
  }
}

function waitMs(growingCount: number, hasMore: boolean, pausedMs: number): number {
  if (growingCount > 0) return growingPollIntervalMs
  return hasMore && pausedMs > 0 ? Math.min(pollIntervalMs, pausedMs) : pollIntervalMs
}

interface FolderChanges {
  /** Resolves early on a change, a wake or an abort; never rejects. */
  wait(maxMs: number, signal: AbortSignal): Promise<void>
  /** Ends the current or next wait. */
  wake(): void
  close(): void
}

/** Waits for changes in a folder with `fs.watch`, with a timeout because not every file system reports changes. */
function watchFolderChanges(folder: string): FolderChanges {
  let hasChanged = false
  let wake: () => void = () => undefined
  const onChange = () => {
    hasChanged = true
    wake()
  }
  const watcher = startWatcher(folder, onChange)
  return {
    async wait(maxMs, signal) {
      if (!hasChanged && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, maxMs)
        signal.addEventListener('abort', () => resolve(), { once: true })
        await promise
        clearTimeout(timer)
      }
      hasChanged = false
    },
    wake: onChange,
    close: () => watcher?.close(),
  }
}

/** Undefined on network file systems and when the inotify limit is reached: the caller falls back to polling. */
function startWatcher(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(folder, onChange).on('error', () => undefined)
  } catch {
    return undefined
  }
}
