/** `filesmith formats`: what can be made, of every format or of one file. */
import { AppError } from '@filesmith/contract/errors'
import { formatIds, formats } from '@filesmith/contract/formats'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { exitCodes } from '../exit-codes.ts'
import { lookAtFile } from '../files/look-at-file.ts'
import { printLines } from '../print-lines.ts'
import { possibleFormats } from '../work/find-operation.ts'
import type { Command } from './command.ts'

export const listFormats: Command = async ({ args }) => {
  const [path] = args.operands
  const known = path === undefined ? formatIds : [(await lookAtFile(path)).format]
  const rows = known.map(from => {
    if (from === undefined) throw new AppError('unknown-type')
    return { from, to: possibleFormats(from) }
  })
  const useful = rows.filter(({ to }) => to.length > 0 || path !== undefined)
  if (args.isJson) printLines(useful.map(row => JSON.stringify(row)))
  else printLines(useful.map(({ from, to }) => commandLineMessages.becomes(formats[from].label, to)))
  return exitCodes.done
}
