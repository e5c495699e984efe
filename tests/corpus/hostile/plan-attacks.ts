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
const attackedOperations = operationIds.filter(id => id !== 'compress-files')

function sniffed({ content }: HostileFile): FormatId | undefined {
  return sniffFormat(content.subarray(0, sniffHeadBytes), content.subarray(-sniffHeadBytes))
}

/**
 * The whole: each file through every operation that lets it in, by its content and by every lie, into every output.
 * The part: into one output each, taken in turn. What reaches, runs or is two things goes through two operations that let
 * it in, and through one more that is lied to; a bomb goes to one of them, and so does every eleventh of the broken files, so that
 * those of each format are spread over all operations. Moving pictures are made of every sixth file: they take longest, and read
 * pictures as the other operations do.
 */
export function planAttacks(files: readonly HostileFile[], extent: 'whole' | 'part'): Attack[] {
  return files.flatMap((file, index) => {
    const honest = sniffed(file)
    const lies = (file.toldAs ?? []).filter(format => format !== honest)
    const attacks = honest === undefined ? [] : attacksAs(honest, file, index, extent)
    const lied = lies.flatMap(format => attacksAs(format, file, index, extent))
    if (extent === 'whole') return [...attacks, ...lied]
    if (file.family === 'broken') return index % 11 === 0 ? inTurn(attacks, index / 11, 1) : []
    if (file.family === 'bomb') return inTurn(attacks, index, 1)
    const told = [...inTurn(attacks, index, 2), ...inTurn(lied, index, 1)]
    return index % 6 === 0 ? told : told.filter(({ operation }) => operation !== 'create-gif')
  })
}

/** Every operation that takes files of the format. */
function attacksAs(from: FormatId, file: HostileFile, index: number, extent: 'whole' | 'part'): Attack[] {
  return attackedOperations.flatMap(operation => {
    if (!isLetIn(operation, from)) return []
    const outputs = outputsOf(operation, from)
    const isOneEnough = extent === 'part' || file.family === 'broken'
    const wanted = isOneEnough ? inTurn(outputs, index, 1) : outputs
    return wanted.map(to => ({ file, operation, from, to }))
  })
}

function isLetIn(operation: OperationId, format: FormatId): boolean {
  const { inputs }: Operation = operations[operation]
  return inputs !== 'any' && inputs.includes(format)
}

function inTurn<Item>(items: readonly Item[], turn: number, count: number): Item[] {
  const start = items.length === 0 ? 0 : turn % items.length
  return [...items.slice(start), ...items.slice(0, start)].slice(0, count)
}

const knownOutputs = new Map<string, readonly FormatId[]>()

/** Looking for routes costs more than all the rest; they are the same for every file. */
function outputsOf(operation: OperationId, from: FormatId): readonly FormatId[] {
  const key = `${operation} ${from}`
  const { outputs, outputFor }: Operation = operations[operation]
  const wanted = operation === 'resize-image' ? outputs : outputFor ? [outputFor(from, {})] : outputs
  const known =
    knownOutputs.get(key) ?? wanted.filter(to => routeFor(operation, from, to, abilities) !== undefined)
  knownOutputs.set(key, known)
  return known
}
