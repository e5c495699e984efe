/** `filesmith pdf`: runs the operations of the PDF Workbench by short names. */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { pdfOperations } from '@filesmith/contract/operations/pdf/registry'
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import { exitCodes } from '../exit-codes.ts'
import { alignColumns, printLines } from '../print-lines.ts'
import type { TaskRequest } from '../tasks/make-task.ts'
import { UsageError } from '../usage-error.ts'
import type { Command } from './command.ts'
import { processFiles, readFormat } from './convert.ts'

type Options = TaskRequest['options']

const pdfOperationIds = operationIds.filter(id => Object.hasOwn(pdfOperations, id))

export const pdf: Command = async context => {
  const [name, ...files] = context.args.operands
  if (name === undefined) {
    printLines(alignColumns([...pdfCommandNames()]))
    return exitCodes.done
  }
  const { options, out } = context.args
  const request = pdfRequest(name, options, out)
  if (request.operation === 'fill-pdf') {
    const filled = await withFormValues(files, request.options)
    return processFiles(context, filled.files, { ...request, options: filled.options })
  }
  if (request.operation !== 'read-pdf-form') return processFiles(context, files, request)
  return processFiles(context, files, { ...request, to: formDataFormat(context.args) })
}

/** `--to`, or what the name of the result says. */
function formDataFormat({ to, out }: { readonly to: string | undefined; readonly out: string | undefined }) {
  const extension = extname(out ?? '').slice(1)
  return readFormat(to ?? (extension === '' ? undefined : extension))
}

/** `--values` names a file: JSON becomes the option, FDF is one of the files. Values in JSON are taken as they are. */
export async function withFormValues(
  files: readonly string[],
  options: Options,
): Promise<{ readonly files: readonly string[]; readonly options: Options }> {
  const given = options.get('values')
  if (given === undefined || given.trimStart().startsWith('{')) return { files, options }
  const text = await readFile(given, 'utf8').catch(() => {
    throw new UsageError(commandLineMessages.cannotReadValues(given))
  })
  const changed = new Map(options)
  if (!text.startsWith('%FDF-')) return { files, options: changed.set('values', text) }
  changed.delete('values')
  return { files: [...files, given], options: changed }
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

export function pdfRequest(name: string, options: Options, out?: string): TaskRequest {
  if (name === 'merge') return { operation: 'organize-pdf', to: undefined, options }
  if (name === 'split') return { operation: 'organize-pdf', to: undefined, options: splitOptions(options) }
  const operation = pdfOperationIds.find(id => id === name || shortName(id) === name)
  if (operation === undefined) {
    const known = [...pdfCommandNames()].map(([each]) => each)
    throw new UsageError(commandLineMessages.unknownOperation(name, known))
  }
  return { operation, to: options.has('output-format') ? undefined : formatOf(operation, out), options }
}

/** Of an operation with a choice of formats: the one that the name of the result has. */
function formatOf(operation: OperationId, out: string | undefined): FormatId | undefined {
  const formats: readonly FormatId[] = operations[operation].outputs
  return formats.length === 1
    ? undefined
    : formats.find(format => out?.toLowerCase().endsWith(`.${formatExtension(format)}`))
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
