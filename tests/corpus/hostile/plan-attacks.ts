/** Which operation is given which hostile file, told to be what, and asked for what: the whole matrix, or a fair part of it. */
import type { FormatId } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { routeFor } from '@filesmith/engines/plan'
import { abilities } from '@filesmith/engines/registry'
import type { HostileFile } from './hostile-file.ts'

export interface Attack {
  readonly file: HostileFile
  readonly operation: OperationId
  readonly from: FormatId
  readonly to: FormatId
}

/** Packing takes every file at once and is run by itself. */
export const attackedOperations = operationIds.filter(id => id !== 'compress-files')

export function sniffed({ content }: HostileFile): FormatId | undefined {
  return sniffFormat(content.subarray(0, sniffHeadBytes), content.subarray(-sniffHeadBytes))
}

/**
 * The whole: each file through every operation that lets it in, by its content and by every lie, into every output.
 * The part: one lie and one output for each file and operation, taken in turn; a broken file goes to one operation,
 * so that the breaks of a format are spread over all of them.
 */
export function planAttacks(files: readonly HostileFile[], extent: 'whole' | 'part'): Attack[] {
  return files.flatMap((file, index) => {
    const attacks = attackedOperations.flatMap(operation => attacksOn(operation, file, index, extent))
    if (extent === 'whole' || file.family !== 'broken') return attacks
    const one = attacks[index % Math.max(1, attacks.length)]
    return one === undefined || index % 2 === 1 ? [] : [one]
  })
}

function attacksOn(
  operation: OperationId,
  file: HostileFile,
  index: number,
  extent: 'whole' | 'part',
): Attack[] {
  const { inputs }: Operation = operations[operation]
  const isLetIn = (format: FormatId | undefined): format is FormatId =>
    format !== undefined && inputs !== 'any' && inputs.includes(format)
  const honest = [sniffed(file)].filter(isLetIn)
  const lies = (file.toldAs ?? []).filter(isLetIn).filter(format => !honest.includes(format))
  const told = extent === 'whole' ? [...honest, ...lies] : [...honest, ...inTurn(lies, index)]
  return told.flatMap(from => {
    const outputs = outputsOf(operation, from)
    const isOneEnough = extent === 'part' || file.family === 'broken'
    return (isOneEnough ? inTurn(outputs, index) : outputs).map(to => ({ file, operation, from, to }))
  })
}

function inTurn<Item>(items: readonly Item[], index: number): Item[] {
  return items.length === 0 ? [] : items.slice(index % items.length).slice(0, 1)
}

function outputsOf(operation: OperationId, from: FormatId): FormatId[] {
  const { outputs, outputFor }: Operation = operations[operation]
  const wanted = operation === 'resize-image' ? outputs : outputFor ? [outputFor(from, {})] : outputs
  return wanted.filter(to => routeFor(operation, from, to, abilities) !== undefined)
}
