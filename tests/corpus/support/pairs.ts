/** Selects the pairs of formats that conversion tests cover. */
import { isThorough } from '../../support/thorough.ts'

/**
 * One pair takes a second of CPU, and there are hundreds: by default each input is converted to two outputs in
 * rotation, so that every format appears on both sides. THOROUGH=1 covers all pairs.
 */
const defaultOutputs = 2

export function pairsOf<From, To>(
  inputs: readonly From[],
  outputs: readonly To[],
): (readonly [from: From, to: To])[] {
  const count = isThorough ? outputs.length : Math.min(defaultOutputs, outputs.length)
  const step = Math.max(1, Math.floor(outputs.length / count))
  return inputs.flatMap((from, index) =>
    Array.from(
      { length: count },
      (_, offset) => [from, outputs[(index + offset * step) % outputs.length] as To] as const,
    ),
  )
}
