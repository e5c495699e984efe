/** `filesmith --help` and `--version`. */
import { readFileSync } from 'node:fs'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { alignColumns, printLines } from '../print-lines.ts'

export function printHelp(): void {
  const { usage, headings, commands, flags, exitCodes, examples } = commandLineMessages
  const section = (heading: string, lines: readonly string[]) => [
    '',
    heading,
    ...lines.map(line => `  ${line}`),
  ]
  printLines([
    usage,
    ...section(headings.commands, alignColumns(commands)),
    ...section(headings.flags, alignColumns(flags)),
    ...section(headings.exitCodes, alignColumns(exitCodes)),
    ...section(headings.examples, examples),
  ])
}

export function printVersion(): void {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  printLines([(JSON.parse(manifest) as { version: string }).version])
}
