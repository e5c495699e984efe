/** RAR's numbers of variable length: seven bits a byte, the lowest first, the top bit set on all but the last. */

/** Enough for any size that a double counts exactly. */
export const maxVintBytes = 8

export function vint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest % 128
    rest = Math.floor(rest / 128)
    bytes.push(rest > 0 ? low | 128 : low)
  } while (rest > 0)
  return Uint8Array.from(bytes)
}

/** The same number in exactly so many bytes: room is kept before the value is known. */
export function vintOf(value: number, byteCount: number): Uint8Array {
  const bytes = new Uint8Array(byteCount)
  bytes.set(vint(value))
  for (let index = 0; index < byteCount - 1; index++) bytes[index] = (bytes[index] as number) | 128
  return bytes
}
