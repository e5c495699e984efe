/** Finds the operation that makes one format of another with the options that were given. */
import { type FormatId, formatIds, formats } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
import { formatFieldOf, toFlag } from '../arguments/operation-fields.ts'

/** What `convert` may mean, the most usual first. Operations that need more than a format are run by their name. */
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

/** `jpeg`, `.JPG` and `jpg` are one; tar.gz is tar. */
export function findFormat(name: string): FormatId | undefined {
  const wanted = name.toLowerCase().replace(/^\./, '')
  if (Object.hasOwn(formats, wanted) && wanted !== 'other') return wanted as FormatId
  return formatIds.find(id => (formats[id].extensions as readonly string[]).includes(wanted))
}

export function findOperation(
  from: FormatId,
  to: FormatId,
  flags: readonly string[],
): OperationId | undefined {
  const possible = conversions.filter(id => canMake(id, from, to))
  return possible.find(id => flags.every(flag => hasOption(id, flag))) ?? possible[0]
}

/** Everything `convert` could make of such a file. */
export function possibleFormats(from: FormatId): FormatId[] {
  return formatIds.filter(to => to !== from && findOperation(from, to, []) !== undefined)
}

export function hasOption(operation: OperationId, flag: string): boolean {
  const names = Object.keys(operations[operation].options.shape)
  return names.some(name => name !== formatFieldOf(operation) && (name === flag || toFlag(name) === flag))
}

function canMake(id: OperationId, from: FormatId, to: FormatId): boolean {
  const { inputs, outputs, outputFor }: Operation = operations[id]
  if (inputs !== 'any' && !inputs.includes(from)) return false
  // One picture does not move: that is for `run create-gif` with several of them.
  if (id === 'create-gif' && formats[from].kind === 'image') return false
  // Where the file decides, asking for the format is asking for just that.
  return (outputFor?.(from, { outputFormat: to }) ?? to) === to && outputs.includes(to)
}
