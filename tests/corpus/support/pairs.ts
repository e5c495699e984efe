/** Selects the pairs of formats that conversion tests cover. */
import { isThorough } from '../../support/thorough.ts'

/**
 * One pair takes a second of CPU, and there are hundreds: by default each input is converted to one output in
 * rotation, so that every format appears on both sides. THOROUGH=1 covers all pairs.
 */

export function pairsOf<From, To>(
  inputs: readonly From[],
  outputs: readonly To[],
): (readonly [from: From, to: To])[] {
  if (isThorough) return inputs.flatMap(from => outputs.map(to => [from, to] as const))
  const count = Math.max(inputs.length, outputs.length)
  return Array.from({ length: count }, (_, index) => [at(inputs, index), at(outputs, index)] as const)
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('There are no formats to pair.')
  return item
}
