/** Assigns hostile files to operations, declared formats and outputs: the full matrix, or a representative part. */
import type { FormatId } from '@filesmith/contract/formats'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { routeFor } from '@filesmith/engines/build-execution-plan'
import { abilities } from '@filesmith/engines/registry'
import { isThorough } from '../../support/thorough.ts'
import type { HostileFile } from './hostile-file.ts'

export interface Attack {
  readonly file: HostileFile
  readonly operation: OperationId
  readonly from: FormatId
  readonly to: FormatId
}

/** Packing takes all files at once and is tested separately. */
const attackedOperations = operationIds.filter(id => id !== 'compress-files')

function sniffed({ content }: HostileFile): FormatId | undefined {
  return sniffFormat(content.subarray(0, sniffHeadBytes), content.subarray(-sniffHeadBytes))
}

/**
 * The whole: each file through every operation that accepts it, under its sniffed format and every declared one,
 * into every output. The part: one output each, round robin. Every third file with external references, scripts or two
 * formats (with THOROUGH=1 every second) goes through one operation that accepts it, and every twelfth under a declared
 * format. Every fourth bomb goes to one operation, and so does every 103rd broken file, so that those of each format are
 * spread over all operations. Every 144th file goes to the operations that take any. Each operation gets at least one file.
 * Only every sixth file goes to create-gif, which takes longest and reads images like the other operations, and no bomb to
 * translate-document: it unpacks it like convert-document, and then translates the words for half a minute.
 */
export function chooseAttacks(files: readonly HostileFile[], extent: 'whole' | 'part'): Attack[] {
  const chosen = files.flatMap((file, index) => {
    const sniffedFormat = sniffed(file)
    const attacks = () => (sniffedFormat === undefined ? [] : attacksAs(sniffedFormat, file, index, extent))
    const declaredAttacks = () =>
      (file.declaredAs ?? [])
        .filter(format => format !== sniffedFormat)
        .flatMap(format => attacksAs(format, file, index, extent))
    const anyFileAttacks =
      extent === 'whole' || index % 144 === 0 ? attacksOnAnyFile(sniffedFormat ?? 'txt', file) : []
    if (extent === 'whole') return [...anyFileAttacks, ...attacks(), ...declaredAttacks()]
    /** Of a file that is not chosen, no routes are searched. */
    const oneOfEvery = (count: number, choices: () => Attack[], offset = Math.floor(index / count)) =>
      index % count === 0 ? roundRobin(choices(), offset, 1) : []
    if (file.family === 'broken') return [...anyFileAttacks, ...oneOfEvery(103, attacks)]
    if (file.family === 'bomb')
      return oneOfEvery(4, () =>
        attacks().filter(({ operation }) => isThorough || operation !== 'translate-document'),
      )
    const selected = [
      ...anyFileAttacks,
      ...oneOfEvery(isThorough ? 2 : 3, attacks),
      ...oneOfEvery(12, declaredAttacks, index),
    ]
    return index % 6 === 0 ? selected : selected.filter(({ operation }) => operation !== 'create-gif')
  })
  const reached = new Set(chosen.map(({ operation }) => operation))
  const missed = attackedOperations.filter(operation => !reached.has(operation))
  return [...chosen, ...missed.flatMap(operation => firstAttack(files, operation) ?? [])]
}

/** For operations that the part would leave out. */
function firstAttack(files: readonly HostileFile[], wanted: OperationId): Attack | undefined {
  for (const file of files) {
    const known = [sniffed(file) ?? [], file.declaredAs ?? []].flat()
    const attacks = known.flatMap(format => attacksAs(format, file, 0, 'part'))
    const found = attacks.find(({ operation }) => operation === wanted)
    if (found !== undefined) return found
  }
  return undefined
}

/** Operations that read any file as text. */
function attacksOnAnyFile(from: FormatId, file: HostileFile): Attack[] {
  return attackedOperations.flatMap(operation => {
    const { inputs, outputs }: Operation = operations[operation]
    return inputs === 'any' ? outputs.map(to => ({ file, operation, from, to })) : []
  })
}

/** For every operation that accepts the format. */
function attacksAs(from: FormatId, file: HostileFile, index: number, extent: 'whole' | 'part'): Attack[] {
  return attackedOperations.flatMap(operation => {
    if (!isAccepted(operation, from)) return []
    const outputs = outputsOf(operation, from)
    const isOneEnough = extent === 'part' || file.family === 'broken'
    const selectedOutputs = isOneEnough ? roundRobin(outputs, index, 1) : outputs
    return selectedOutputs.map(to => ({ file, operation, from, to }))
  })
}

function isAccepted(operation: OperationId, format: FormatId): boolean {
  const { inputs }: Operation = operations[operation]
  return inputs !== 'any' && inputs.includes(format)
}

function roundRobin<Item>(items: readonly Item[], offset: number, count: number): Item[] {
  const start = items.length === 0 ? 0 : offset % items.length
  return [...items.slice(start), ...items.slice(0, start)].slice(0, count)
}

const requiredOptions = {
  sourceLanguage: 'en',
  targetLanguage: 'es',
  subtitles: '1',
  stamps: [{ text: 'Paid', x: 10, y: 10, width: 40 }],
}
const knownOutputs = new Map<string, readonly FormatId[]>()

/** Cached, because searching routes costs more than everything else. */
function outputsOf(operation: OperationId, from: FormatId): readonly FormatId[] {
  const key = `${operation} ${from}`
  const definition: Operation = operations[operation]
  const isOutput = (to: FormatId) =>
    (definition.pairs === null || definition.pairs[from]?.includes(to) === true) &&
    definition.parse({ ...requiredOptions, outputFormat: to }).outputFor(from) === to
  const routable =
    knownOutputs.get(key) ??
    definition.outputs.filter(to => isOutput(to) && routeFor(operation, from, to, abilities) !== undefined)
  knownOutputs.set(key, routable)
  return routable
}
