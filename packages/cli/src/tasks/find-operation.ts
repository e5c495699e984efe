/** Finds the operation that converts one format to another and accepts the given options. */
import { type FormatId, formatIds, formats } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import { z } from 'zod'
import { toFlag } from '../arguments/operation-fields.ts'

/** Operations that `convert` may choose, in order of preference: those that need no more than a file and a format. */
const conversions = operationIds.filter(id => {
  const { inputs, fields, formatField }: Operation = operations[id]
  const others = Object.entries(fields.shape).filter(([name]) => name !== formatField)
  return inputs !== 'any' && others.every(([, field]) => z.safeParse(field, undefined).success)
})

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
  const { fields, formatField } = operations[operation]
  const names = Object.keys(fields.shape)
  return names.some(name => name !== formatField && (name === flag || toFlag(name) === flag))
}

function canConvert(id: OperationId, from: FormatId, to: FormatId): boolean {
  const definition: Operation = operations[id]
  const { inputs, outputs, formatField, takes } = definition
  if (!inputs.includes(from) || !outputs.includes(to)) return false
  // A single image cannot be joined with others; `run create-gif` takes several.
  if (takes === 'several-files' && formats[from].kind === 'image') return false
  // For operations whose output depends on the input, only that format may be requested.
  return definition.parse({ [formatField]: to }).outputFor(from) === to
}
