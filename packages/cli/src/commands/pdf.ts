/** `filesmith pdf`: runs the operations of the PDF Workbench by short names. */
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { pdfOperations } from '@filesmith/contract/operations/pdf/registry'
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import { exitCodes } from '../exit-codes.ts'
import { alignColumns, printLines } from '../print-lines.ts'
import type { TaskRequest } from '../tasks/make-task.ts'
import { UsageError } from '../usage-error.ts'
import type { Command } from './command.ts'
import { processFiles } from './convert.ts'

type Options = TaskRequest['options']

const pdfOperationIds = operationIds.filter(id => Object.hasOwn(pdfOperations, id))

export const pdf: Command = async context => {
  const [name, ...files] = context.args.operands
  if (name === undefined) {
    printLines(alignColumns([...pdfCommandNames()]))
    return exitCodes.done
  }
  return processFiles(context, files, pdfRequest(name, context.args.options))
}

/** Names and what they do: those of the operations, and merge and split. */
function* pdfCommandNames(): Generator<readonly [string, string]> {
  yield* commandLineMessages.pdfCommands
  for (const id of pdfOperationIds) yield [shortName(id), operations[id].label]
}

/** The last part of its address: organize, from-images. */
function shortName(id: OperationId): string {
  return operations[id].path.split('/').at(-1) ?? id
}

export function pdfRequest(name: string, options: Options): TaskRequest {
  if (name === 'merge') return { operation: 'organize-pdf', to: undefined, options }
  if (name === 'split') return { operation: 'organize-pdf', to: undefined, options: splitOptions(options) }
  const operation = pdfOperationIds.find(id => id === name || shortName(id) === name)
  if (operation === undefined) {
    const known = [...pdfCommandNames()].map(([each]) => each)
    throw new UsageError(commandLineMessages.unknownOperation(name, known))
  }
  return { operation, to: undefined, options }
}

/** `--pages 10` is a number of pages here; a list with ";" stays a list. */
function splitOptions(options: Options): Options {
  const changed = new Map(options)
  const pages = options.get('pages')
  if (pages !== undefined && /^\d+$/.test(pages.trim()) && !options.has('split-pages')) {
    changed.delete('pages')
    changed.set('split-pages', pages.trim())
  }
  if (changed.has('split-pages')) changed.set('split', 'pages')
  if (changed.has('split-megabytes')) changed.set('split', 'size')
  if (!changed.has('split') && pages?.includes(';') !== true)
    throw new UsageError(commandLineMessages.noSplit)
  return changed
}
