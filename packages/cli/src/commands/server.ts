/** `filesmith login`, `logout` and `jobs`: about the server that works. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Filesmith } from '@filesmith/client/filesmith'
import { FilesmithError } from '@filesmith/client/filesmith-error'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { exitCodes } from '../exit-codes.ts'
import { alignColumns, printLines } from '../print-lines.ts'
import { refusedKey } from '../remote/server-converter.ts'
import {
  forgetServerSettings,
  keepServerSettings,
  readServerSettings,
  toAddress,
} from '../remote/server-settings.ts'
import { printable } from '../report/screen-text.ts'
import { WrongUse } from '../wrong-use.ts'
import type { Command, CommandContext } from './command.ts'

const shownJobs = 20

export const login: Command = async ({ args, signal }) => {
  const given = args.server ?? (process.env.FILESMITH_SERVER || args.operands[0])
  if (given === undefined) throw new WrongUse(commandLineMessages.serverNeeded)
  const server = toAddress(given)
  const key = args.key ?? (process.env.FILESMITH_KEY || (await askKey(signal)))
  const { plan } = await asked(() => new Filesmith({ server, key }).account({ signal }))
  await keepServerSettings({ server, key })
  if (!args.isQuiet) printLines([commandLineMessages.loggedIn(server, plan)])
  return exitCodes.done
}

export const logout: Command = async ({ args }) => {
  await forgetServerSettings()
  if (!args.isQuiet) printLines([commandLineMessages.loggedOut])
  return exitCodes.done
}

export const listServerJobs: Command = async ({ args, signal }: CommandContext) => {
  const settings = await readServerSettings(args)
  if (settings === undefined) throw new WrongUse(commandLineMessages.serverNeeded)
  const { jobs } = await asked(() => new Filesmith(settings).jobs({ limit: shownJobs }, { signal }))
  if (args.isJson) printLines(jobs.map(job => JSON.stringify(job)))
  else if (jobs.length === 0) printLines([commandLineMessages.noJobs])
  else
    printLines(
      alignColumns(
        jobs.map(({ id, status, percent, steps, results, error }) => {
          const work = steps.map(({ operation }) => operation).join(', ')
          const made = error?.message ?? results.map(({ fileName }) => fileName).join(', ')
          return [`${id}  ${status}`, printable(`${Math.floor(percent)} %  ${work}  ${made}`)]
        }),
      ),
    )
  return exitCodes.done
}

/** Not as an argument, where everybody on the machine could read it, and not on the screen. */
async function askKey(signal: AbortSignal): Promise<string> {
  process.stderr.write(commandLineMessages.askKey)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const isTerminal = process.stdin.isTTY === true
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal })
  // The terminal leaves Ctrl-C to whoever reads its keys.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    const key = (await lines.question('', { signal })).trim()
    if (key === '') throw new WrongUse(commandLineMessages.keyNeeded)
    return key
  } finally {
    lines.close()
    if (isTerminal) process.stderr.write('\n')
  }
}

async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    const refused = refusedKey(error)
    throw refused instanceof FilesmithError ? refused : error
  }
}
