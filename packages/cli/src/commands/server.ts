/** `filesmith login`, `logout` and `jobs`: manages the connection to a server. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Filesmith } from '@filesmith/client/filesmith'
import { FilesmithError } from '@filesmith/client/filesmith-error'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { exitCodes } from '../exit-codes.ts'
import { alignColumns, printLines } from '../print-lines.ts'
import { toKeyError } from '../remote/server-converter.ts'
import {
  deleteServerSettings,
  parseServerUrl,
  readServerSettings,
  saveServerSettings,
} from '../remote/server-settings.ts'
import { stripControlCharacters } from '../report/terminal-text.ts'
import { UsageError } from '../usage-error.ts'
import type { Command, CommandContext } from './command.ts'

const jobListLimit = 20

export const login: Command = async ({ args, signal }) => {
  const given = args.server ?? (process.env.FILESMITH_SERVER || args.operands[0])
  if (given === undefined) throw new UsageError(commandLineMessages.serverNeeded)
  const server = parseServerUrl(given)
  const key = args.key ?? (process.env.FILESMITH_KEY || (await promptForKey(signal)))
  const { plan } = await withKeyErrors(() => new Filesmith({ server, key }).account({ signal }))
  await saveServerSettings({ server, key })
  if (!args.isQuiet) printLines([commandLineMessages.loggedIn(server, plan)])
  return exitCodes.done
}

export const logout: Command = async ({ args }) => {
  await deleteServerSettings()
  if (!args.isQuiet) printLines([commandLineMessages.loggedOut])
  return exitCodes.done
}

export const listServerJobs: Command = async ({ args, signal }: CommandContext) => {
  const settings = await readServerSettings(args)
  if (settings === undefined) throw new UsageError(commandLineMessages.serverNeeded)
  const { jobs } = await withKeyErrors(() =>
    new Filesmith(settings).jobs({ limit: jobListLimit }, { signal }),
  )
  if (args.isJson) printLines(jobs.map(job => JSON.stringify(job)))
  else if (jobs.length === 0) printLines([commandLineMessages.noJobs])
  else
    printLines(
      alignColumns(
        jobs.map(({ id, status, percent, steps, results, error }) => {
          const work = steps.map(({ operation }) => operation).join(', ')
          const made = error?.message ?? results.map(({ fileName }) => fileName).join(', ')
          return [`${id}  ${status}`, stripControlCharacters(`${Math.floor(percent)} %  ${work}  ${made}`)]
        }),
      ),
    )
  return exitCodes.done
}

/** Prompts without echo: an argument would show the key to every local user in the process list. */
async function promptForKey(signal: AbortSignal): Promise<string> {
  process.stderr.write(commandLineMessages.askKey)
  const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() })
  const isTerminal = process.stdin.isTTY === true
  const lines = createInterface({ input: process.stdin, output: noEcho, terminal: isTerminal })
  // In raw mode readline receives Ctrl-C instead of the process.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    const key = (await lines.question('', { signal })).trim()
    if (key === '') throw new UsageError(commandLineMessages.keyNeeded)
    return key
  } finally {
    lines.close()
    if (isTerminal) process.stderr.write('\n')
  }
}

async function withKeyErrors<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const refused = toKeyError(error)
    throw refused instanceof FilesmithError ? refused : error
  }
}
