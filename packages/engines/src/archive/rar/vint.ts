/** RAR 5 variable-length integers: seven bits per byte, least significant first, top bit set on all but the last. */

/** Enough for every safe integer. */
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

/** The number in a fixed number of bytes, for fields that are rewritten later. */
export function vintOf(value: number, byteCount: number): Uint8Array {
  const bytes = new Uint8Array(byteCount)
  bytes.set(vint(value))
  for (let index = 0; index < byteCount - 1; index++) bytes[index] = (bytes[index] as number) | 128
  return bytes
}
