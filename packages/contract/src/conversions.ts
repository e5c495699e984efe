/** Which operation converts one format to another: what a file can become. */
import { type FormatId, formatIds, formats } from './formats.ts'
import type { Operation } from './operations/operation.ts'
import { type OperationId, operationIds, operations } from './operations/registry.ts'

/** Operations that need no more than a file and a format, in order of preference. */
export const conversionIds = operationIds.filter(id => {
  const { inputs, fields, formatField }: Operation = operations[id]
  const others = Object.entries(fields.shape).filter(([name]) => name !== formatField)
  return inputs !== 'any' && others.every(([, field]) => field.safeParse(undefined).success)
})

/** All operations that convert this pair, the preferred one first. */
export function operationsFor(from: FormatId, to: FormatId): OperationId[] {
  return conversionIds.filter(id => canConvert(id, from, to))
}

const outputsByFormat = new Map<FormatId, readonly FormatId[]>()

/** All formats that a file of this format can be converted to. */
export function outputsFrom(from: FormatId): readonly FormatId[] {
  const known = outputsByFormat.get(from)
  if (known) return known
  const possible = conversionIds.filter(id => {
    const { inputs }: Operation = operations[id]
    return inputs.includes(from)
  })
  const found = formatIds.filter(to => to !== from && possible.some(id => canConvert(id, from, to)))
  outputsByFormat.set(from, found)
  return found
}

function canConvert(id: OperationId, from: FormatId, to: FormatId): boolean {
  const { inputs, outputs, pairs, takes }: Operation = operations[id]
  if (!inputs.includes(from) || !outputs.includes(to)) return false
  if (pairs !== null && pairs[from]?.includes(to) !== true) return false
  // A single image cannot be joined with others.
  if (takes === 'several-files' && formats[from].kind === 'image') return false
  const requested = requestOf(id, to)
  // For operations whose output depends on the input, only that format may be requested.
  if (requested.outputFor(from) !== to) return false
  // Operations that need a second file refuse a single one.
  return takes !== 'several-files' || requested.refuseFormats([from]) === undefined
}

const requests = new Map<string, ReturnType<Operation['parse']>>()

/** Parsed once for all inputs: there are thousands of pairs. */
function requestOf(id: OperationId, to: FormatId) {
  const definition: Operation = operations[id]
  const key = `${id} ${to}`
  const request = requests.get(key) ?? definition.parse({ [definition.formatField]: to })
  requests.set(key, request)
  return request
}
