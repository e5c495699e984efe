/** Selects the pairs of formats that conversion tests cover. */
import { isThorough } from '../../support/thorough.ts'

/** A pair takes a second of CPU. */
const sampledPairs = 14

/**
 * There are hundreds of pairs: by default some are converted, spread over all inputs and outputs. THOROUGH=1 covers
 * all pairs.
 */

export function pairsOf<From, To>(
  inputs: readonly From[],
  outputs: readonly To[],
): (readonly [from: From, to: To])[] {
  if (isThorough) return inputs.flatMap(from => outputs.map(to => [from, to] as const))
  return Array.from({ length: sampledPairs }, (_, index) => [at(inputs, index), at(outputs, index)] as const)
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[Math.floor((index * items.length) / sampledPairs)]
  if (item === undefined) throw new Error('There are no formats to pair.')
  return item
}
