/**
 * Which kinds of files are turned into which. A pair of formats costs a second of a core, and there are hundreds: usually each kind is
 * turned into two, taken in turn, so that every kind stands on both sides. With EVERY_PAIR=1 all of them are.
 */
const outputsEach = process.env.EVERY_PAIR === '1' ? Number.POSITIVE_INFINITY : 2

export function pairsOf<From, To>(
  inputs: readonly From[],
  outputs: readonly To[],
): (readonly [from: From, to: To])[] {
  const count = Math.min(outputsEach, outputs.length)
  const step = Math.max(1, Math.floor(outputs.length / count))
  return inputs.flatMap((from, index) =>
    Array.from(
      { length: count },
      (_, turn) => [from, outputs[(index + turn * step) % outputs.length] as To] as const,
    ),
  )
}
