/** Chance that can be repeated: the same seed gives the same numbers. */

export interface SeededRandom {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from the first up to and including the last. */
  between(first: number, last: number): number
  pick<Item>(items: readonly Item[]): Item
  shuffled<Item>(items: readonly Item[]): Item[]
  /** Another row of numbers, so that one user of chance does not disturb another. */
  fork(): SeededRandom
}

/** Mulberry32: small, and even enough to choose by. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const random: SeededRandom = {
    next,
    between: (first, last) => first + Math.floor(next() * (last - first + 1)),
    pick: items => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('there is nothing to choose from')
      return item
    },
    shuffled(items) {
      const mixed = [...items]
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = random.between(0, last)
        const kept = mixed[last] as (typeof mixed)[number]
        mixed[last] = mixed[other] as (typeof mixed)[number]
        mixed[other] = kept
      }
      return mixed
    },
    fork: () => createSeededRandom(Math.floor(next() * 2 ** 32)),
  }
  return random
}
