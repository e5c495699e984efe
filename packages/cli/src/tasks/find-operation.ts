/** Finds the operation that converts one format to another and accepts the given options. */
import { operationsFor } from '@filesmith/contract/conversions'
import { type FormatId, formatIds, formats } from '@filesmith/contract/formats'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { toFlag } from '../arguments/operation-fields.ts'

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
  const possible = operationsFor(from, to)
  return possible.find(id => flags.every(flag => hasOption(id, flag))) ?? possible[0]
}

export function hasOption(operation: OperationId, flag: string): boolean {
  const { fields, formatField } = operations[operation]
  const names = Object.keys(fields.shape)
  return names.some(name => name !== formatField && (name === flag || toFlag(name) === flag))
}
