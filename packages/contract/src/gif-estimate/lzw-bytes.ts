/** Counts the bytes that the compression of GIF (LZW) makes of a row of colour indexes. */

const maxCodes = 4096
const indexes = 256

/** Reused: clearing two megabytes is cheaper than asking for them. */
const followers = new Int16Array(maxCodes * indexes)

export function lzwBytes(pixels: Uint8Array, from = 0, until = pixels.length): number {
  if (until <= from) return 0
  followers.fill(-1)
  let [nextCode, codeBits, bits] = [indexes + 2, 9, 9]
  let prefix = pixels[from] ?? 0
  for (let at = from + 1; at < until; at += 1) {
    const index = pixels[at] ?? 0
    const slot = prefix * indexes + index
    const known = followers[slot] ?? -1
    if (known >= 0) {
      prefix = known
      continue
    }
    bits += codeBits
    prefix = index
    if (nextCode < maxCodes) {
      followers[slot] = nextCode
      nextCode += 1
      if (nextCode > 1 << codeBits && codeBits < 12) codeBits += 1
    } else {
      bits += codeBits
      followers.fill(-1)
      ;[nextCode, codeBits] = [indexes + 2, 9]
    }
  }
  const bytes = Math.ceil((bits + 2 * codeBits) / 8)
  // Every 255 bytes stand in a block with its length in front.
  return bytes + Math.ceil(bytes / 255)
}
