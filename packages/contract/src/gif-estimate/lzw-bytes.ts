/** Counts the bytes of LZW-compressed color indexes. */

const maxCodes = 4096
const indexes = 256

/** Reused: clearing two megabytes is cheaper than allocating them. */
const followers = new Int16Array(maxCodes * indexes)

/** Substituting similar colors makes repetitions longer. */
export function lzwBytes(pixels: Uint8Array, alike: readonly (readonly number[])[]): number {
  if (pixels.length === 0) return 0
  followers.fill(-1)
  let [nextCode, codeBits, bits] = [indexes + 2, 9, 9]
  let prefix = pixels[0] ?? 0
  for (let at = 1; at < pixels.length; at += 1) {
    const index = pixels[at] ?? 0
    const known = follower(prefix, index, alike[index])
    if (known >= 0) {
      prefix = known
      continue
    }
    bits += codeBits
    if (nextCode < maxCodes) {
      followers[prefix * indexes + index] = nextCode
      nextCode += 1
      if (nextCode > 1 << codeBits && codeBits < 12) codeBits += 1
    } else {
      bits += codeBits
      followers.fill(-1)
      ;[nextCode, codeBits] = [indexes + 2, 9]
    }
    prefix = index
  }
  const bytes = Math.ceil((bits + 2 * codeBits) / 8)
  // Data is stored in blocks of 255 bytes with a length byte.
  return bytes + Math.ceil(bytes / 255)
}

/** The code for the prefix followed by one pixel; negative if there is none. */
function follower(prefix: number, index: number, alike: readonly number[] = []): number {
  const exact = followers[prefix * indexes + index] ?? -1
  if (exact >= 0) return exact
  for (const other of alike) {
    const near = followers[prefix * indexes + other] ?? -1
    if (near >= 0) return near
  }
  return -1
}
