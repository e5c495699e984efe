/** Symbol alphabets of RAR 5 compressed data. */

export const alphabetSizes = { main: 306, distance: 64, lowDistance: 16, repeatLength: 44 } as const

export const mainSymbols = {
  /** Repeats the last match with the same length and distance. */
  repeatAll: 257,
  /** First of four recent distances. */
  repeatDistance: 258,
  firstLength: 262,
} as const

export const minMatchLength = 2
export const maxMatchLength = 4096

/** Indexed by length - 2: the slot and its number of extra bits. */
export const lengthSlots = new Uint8Array(maxMatchLength)
export const lengthExtraBits = new Uint8Array(alphabetSizes.repeatLength)
export const lengthBases = new Uint16Array(alphabetSizes.repeatLength)

for (let slot = 0; slot < alphabetSizes.repeatLength; slot++) {
  const extraBits = slot < 8 ? 0 : (slot >> 2) - 1
  const base = slot < 8 ? slot : (4 | (slot & 3)) << extraBits
  lengthExtraBits[slot] = extraBits
  lengthBases[slot] = base
  lengthSlots.fill(slot, base, base + (1 << extraBits))
}

/** Distant matches have a higher minimum length, so their encoded length is reduced by this. */
export function lengthBonus(distance: number): number {
  if (distance > 0x40000) return 3
  if (distance > 0x2000) return 2
  return distance > 0x100 ? 1 : 0
}

export function distanceSlot(distance: number): number {
  const rest = distance - 1
  if (rest < 4) return rest
  const topBit = 31 - Math.clz32(rest)
  return 2 * topBit + ((rest >>> (topBit - 1)) & 1)
}

export function distanceExtraBits(slot: number): number {
  return slot < 4 ? 0 : (slot >> 1) - 1
}
