/** Parses `argv` into a command, its operands, global flags and operation options; throws a `UsageError` on invalid input. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { UsageError } from '../usage-error.ts'
import { operationFlags } from './operation-fields.ts'

export interface Arguments {
  readonly command: string | undefined
  readonly operands: readonly string[]
  readonly to: string | undefined
  readonly from: string | undefined
  readonly out: string | undefined
  readonly isForced: boolean
  readonly isQuiet: boolean
  readonly isJson: boolean
  readonly isLocal: boolean
  readonly isOnce: boolean
  readonly wantsHelp: boolean
  readonly wantsVersion: boolean
  readonly jobs: number
  readonly settleSeconds: number
  readonly server: string | undefined
  readonly key: string | undefined
  /** Operation options, keyed by flag or option name. */
  readonly options: ReadonlyMap<string, string>
}

const globalFlags = {
  to: { type: 'string' },
  from: { type: 'string' },
  out: { type: 'string', short: 'o' },
  force: { type: 'boolean', short: 'f' },
  quiet: { type: 'boolean', short: 'q' },
  json: { type: 'boolean' },
  local: { type: 'boolean' },
  once: { type: 'boolean' },
  jobs: { type: 'string', short: 'j' },
  settle: { type: 'string' },
  server: { type: 'string' },
  key: { type: 'string' },
  option: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

export function readArguments(argv: readonly string[]): Arguments {
  const { switches, values } = operationFlags()
  const operationOptions = Object.fromEntries([
    ...[...switches].map(flag => [flag, { type: 'boolean' as const }]),
    ...[...values].map(flag => [flag, { type: 'string' as const }]),
  ])
  const parsed = parse(argv, { ...operationOptions, ...globalFlags })
  const given = parsed.values as Record<string, string | boolean | string[] | undefined>
  const text = (flag: string) => (typeof given[flag] === 'string' ? given[flag] : undefined)
  const [command, ...operands] = parsed.positionals
  return {
    command,
    operands,
    to: text('to'),
    from: text('from'),
    out: text('out'),
    isForced: given.force === true,
    isQuiet: given.quiet === true,
    isJson: given.json === true,
    isLocal: given.local === true,
    isOnce: given.once === true,
    wantsHelp: given.help === true,
    wantsVersion: given.version === true,
    jobs: Math.ceil(positive('jobs', text('jobs')) ?? availableParallelism()),
    settleSeconds: positive('settle', text('settle')) ?? 1,
    server: text('server'),
    key: text('key'),
    options: readOptions(given),
  }
}

function parse(argv: readonly string[], options: NonNullable<Parameters<typeof parseArgs>[0]>['options']) {
  try {
    return parseArgs({ args: [...argv], options: options ?? {}, allowPositionals: true, allowNegative: true })
  } catch (error) {
    // The error message of `parseArgs` names the flag and the problem; the hint after it does not apply here.
    throw new UsageError(
      error instanceof Error ? error.message.replace(/\. To specify.*/s, '') : String(error),
    )
  }
}

function positive(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!(number > 0)) throw new UsageError(commandLineMessages.wrongNumber(flag))
  return number
}

function readOptions(given: Record<string, string | boolean | string[] | undefined>): Map<string, string> {
  const options = new Map<string, string>()
  for (const [flag, value] of Object.entries(given)) {
    if (flag in globalFlags || value === undefined || Array.isArray(value)) continue
    options.set(flag, readValue(String(value)))
  }
  for (const text of Array.isArray(given.option) ? given.option : []) {
    const equals = text.indexOf('=')
    if (equals < 1) throw new UsageError(commandLineMessages.optionWithoutValue(text))
    options.set(text.slice(0, equals), readValue(text.slice(equals + 1)))
  }
  return options
}

/** Replaces `@file` by the file's content: for long values such as subtitles, and to keep passwords out of the process list. */
function readValue(value: string): string {
  if (!value.startsWith('@')) return value
  try {
    return readFileSync(value.slice(1), 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new UsageError(`${value.slice(1)}: ${commandLineMessages.noSuchFile}`)
  }
}
