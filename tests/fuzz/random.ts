/** Chance that can be repeated: the same seed gives the same inputs, on every machine. */

export interface Random {
  /** From 0 to below the limit. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  isLucky(share: number): boolean
  bytes(count: number): Buffer
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  /** A small generator of 32 bits (splitmix32): good enough to choose by, and nothing else is asked of it. */
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
  const random: Random = {
    below: limit => next() % Math.max(1, limit),
    pick: items => items[random.below(items.length)] as (typeof items)[number],
    isLucky: share => next() / 2 ** 32 < share,
    bytes: count => Buffer.from(Array.from({ length: count }, () => next() & 0xff)),
  }
  return random
}
