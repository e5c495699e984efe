/** `filesmith formats`: lists the output formats of every format or of one file. */
import { outputsFrom } from '@filesmith/contract/conversions'
import { AppError } from '@filesmith/contract/errors'
import { formatIds, formats } from '@filesmith/contract/formats'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { exitCodes } from '../exit-codes.ts'
import { inspectFile } from '../files/inspect-file.ts'
import { printLines } from '../print-lines.ts'
import type { Command } from './command.ts'

export const listFormats: Command = async ({ args }) => {
  const [path] = args.operands
  const inputFormats = path === undefined ? formatIds : [(await inspectFile(path)).format]
  const rows = inputFormats.map(from => {
    if (from === undefined) throw new AppError('unknown-type')
    return { from, to: outputsFrom(from) }
  })
  const shown = rows.filter(({ to }) => to.length > 0 || path !== undefined)
  if (args.isJson) printLines(shown.map(row => JSON.stringify(row)))
  else printLines(shown.map(({ from, to }) => commandLineMessages.becomes(formats[from].label, to)))
  return exitCodes.done
}
