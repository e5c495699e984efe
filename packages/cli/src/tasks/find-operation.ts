/** Finds the operation that converts one format to another and accepts the given options. */
import { type FormatId, formatIds, formats } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { formatFieldOf, toFlag } from '../arguments/operation-fields.ts'

/** Operations that `convert` may choose, in order of preference. Operations that need more than a format are run by name. */
const conversions = [
  'convert-image',
  'convert-video',
  'convert-audio',
  'convert-pdf',
  'convert-document',
  'resize-image',
  'create-gif',
  'edit-image',
  'extract-text',
  'extract-video-text',
] as const satisfies readonly OperationId[]

/** Accepts ids and extensions in any case: `jpeg`, `.JPG` and `jpg` are jpg; tar.gz is tar. */
export function findFormat(name: string): FormatId | undefined {
  const normalized = name.toLowerCase().replace(/^\./, '')
  if (Object.hasOwn(formats, normalized) && normalized !== 'other') return normalized as FormatId
  return formatIds.find(id => (formats[id].extensions as readonly string[]).includes(normalized))
}

export function findOperation(
  from: FormatId,
  to: FormatId,
  flags: readonly string[],
): OperationId | undefined {
  const possible = conversions.filter(id => canConvert(id, from, to))
  return possible.find(id => flags.every(flag => hasOption(id, flag))) ?? possible[0]
}

/** All output formats of `convert` for an input format. */
export function possibleFormats(from: FormatId): FormatId[] {
  return formatIds.filter(to => to !== from && findOperation(from, to, []) !== undefined)
}

export function hasOption(operation: OperationId, flag: string): boolean {
  const names = Object.keys(operations[operation].options.shape)
  return names.some(name => name !== formatFieldOf(operation) && (name === flag || toFlag(name) === flag))
}

function canConvert(id: OperationId, from: FormatId, to: FormatId): boolean {
  const { inputs, outputs, outputFor }: Operation = operations[id]
  if (inputs !== 'any' && !inputs.includes(from)) return false
  // A single image cannot be animated; `run create-gif` takes several.
  if (id === 'create-gif' && formats[from].kind === 'image') return false
  // For operations whose output depends on the input, only that format may be requested.
  return (outputFor?.(from, { outputFormat: to }) ?? to) === to && outputs.includes(to)
}
