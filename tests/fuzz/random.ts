/** Reproducible random numbers: the same seed gives the same inputs on every machine. */

export interface Random {
  /** An integer from 0 to below the limit. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  isChosen(probability: number): boolean
  bytes(count: number): Buffer
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  /** splitmix32: sufficient for choosing mutations, not for cryptography. */
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let scrambled = state ^ (state >>> 16)
    scrambled = Math.imul(scrambled, 0x21f0aaad)
    scrambled ^= scrambled >>> 15
    scrambled = Math.imul(scrambled, 0x735a2d97)
    return (scrambled ^ (scrambled >>> 15)) >>> 0
  }
  const random: Random = {
    below: limit => next() % Math.max(1, limit),
    pick: items => items[random.below(items.length)] as (typeof items)[number],
    isChosen: probability => next() / 2 ** 32 < probability,
    bytes: count => Buffer.from(Array.from({ length: count }, () => next() & 0xff)),
  }
  return random
}
