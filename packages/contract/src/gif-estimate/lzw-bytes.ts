/** Counts the bytes that the compression of GIF (LZW) makes of a row of colour indexes. */

const maxCodes = 4096
const indexes = 256

/** Reused: clearing two megabytes is cheaper than asking for them. */
const followers = new Int16Array(maxCodes * indexes)

/** Where a colour may be taken for an alike one, repetitions are longer. */
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
  // Every 255 bytes stand in a block with its length in front.
  return bytes + Math.ceil(bytes / 255)
}

/** The code for what was read so far and one pixel more; below zero when there is none yet. */
function follower(prefix: number, index: number, alike: readonly number[] = []): number {
  const exact = followers[prefix * indexes + index] ?? -1
  if (exact >= 0) return exact
  for (const other of alike) {
    const near = followers[prefix * indexes + other] ?? -1
    if (near >= 0) return near
  }
  return -1
}
