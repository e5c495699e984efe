/** Which kinds of files are turned into which. */
import { isThorough } from '../../support/thorough.ts'

/**
 * A pair of formats costs a second of a core, and there are hundreds: usually each kind is turned into two, taken in turn, so that
 * every kind stands on both sides.
 */
const usualOutputs = 2

export function pairsOf<From, To>(
  inputs: readonly From[],
  outputs: readonly To[],
): (readonly [from: From, to: To])[] {
  const count = isThorough ? outputs.length : Math.min(usualOutputs, outputs.length)
  const step = Math.max(1, Math.floor(outputs.length / count))
  return inputs.flatMap((from, index) =>
    Array.from(
      { length: count },
      (_, turn) => [from, outputs[(index + turn * step) % outputs.length] as To] as const,
    ),
  )
}
