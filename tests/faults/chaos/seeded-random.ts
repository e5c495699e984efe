/** Reproducible random numbers: the same seed gives the same sequence. */

export interface SeededRandom {
  /** In [0, 1). */
  next(): number
  /** An integer from first to last, both inclusive. */
  between(first: number, last: number): number
  pick<Item>(items: readonly Item[]): Item
  shuffled<Item>(items: readonly Item[]): Item[]
  /** An independent generator, so that consumers do not shift each other's sequence. */
  fork(): SeededRandom
}

/** Mulberry32: small, and uniform enough for choices. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let scrambled = state
    scrambled = Math.imul(scrambled ^ (scrambled >>> 15), scrambled | 1)
    scrambled ^= scrambled + Math.imul(scrambled ^ (scrambled >>> 7), scrambled | 61)
    return ((scrambled ^ (scrambled >>> 14)) >>> 0) / 2 ** 32
  }
  const random: SeededRandom = {
    next,
    between: (first, last) => first + Math.floor(next() * (last - first + 1)),
    pick: items => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('pick: no items')
      return item
    },
    shuffled(items) {
      const scrambled = [...items]
      for (let last = scrambled.length - 1; last > 0; last--) {
        const other = random.between(0, last)
        const kept = scrambled[last] as (typeof scrambled)[number]
        scrambled[last] = scrambled[other] as (typeof scrambled)[number]
        scrambled[other] = kept
      }
      return scrambled
    },
    fork: () => createSeededRandom(Math.floor(next() * 2 ** 32)),
  }
  return random
}
