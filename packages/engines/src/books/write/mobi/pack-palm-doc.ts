/** Compression of PalmDOC: LZ77 with a window of 2047 bytes, made for records of 4096; see `unpackPalmDoc`. */

const maxDistance = 2047
const minLength = 3
const maxLength = 10
const maxRun = 8
/** Earlier occurrences that are compared; more of them make the result hardly smaller. */
const maxCandidates = 64

export function packPalmDoc(text: Buffer): Buffer {
  const packed: number[] = []
  const matches = createMatchFinder(text)
  let run: number[] = []
  const endRun = () => {
    if (run.length > 0) packed.push(run.length, ...run)
    run = []
  }
  for (let at = 0; at < text.length; ) {
    const { length, distance } = matches.longestAt(at)
    const byte = text[at] as number
    const next = text[at + 1] ?? 0
    if (length >= minLength) {
      endRun()
      const pair = 0x8000 | (distance << 3) | (length - minLength)
      packed.push(pair >> 8, pair & 0xff)
      at += length
    } else if (byte === 0x20 && next >= 0x40 && next < 0x80) {
      endRun()
      packed.push(next ^ 0x80)
      at += 2
    } else if (run.length === 0 && (byte === 0 || (byte > maxRun && byte < 0x80))) {
      packed.push(byte)
      at += 1
    } else {
      // A run that is open takes any byte, which costs no more than the byte alone.
      run.push(byte)
      if (run.length === maxRun) endRun()
      at += 1
    }
  }
  endRun()
  return Buffer.from(packed)
}

interface Match {
  readonly length: number
  readonly distance: number
}

/** Occurrences of each three bytes, as chains from the latest one to the first. */
function createMatchFinder(text: Buffer): { longestAt(at: number): Match } {
  const latest = new Map<number, number>()
  const earlier = new Int32Array(text.length)
  const keyAt = (at: number) => text.readUIntBE(at, minLength)
  let added = 0
  return {
    longestAt(at) {
      for (; added < at && added + minLength <= text.length; added++) {
        const key = keyAt(added)
        earlier[added] = latest.get(key) ?? -1
        latest.set(key, added)
      }
      let best: Match = { length: 0, distance: 0 }
      if (at + minLength > text.length) return best
      let start = latest.get(keyAt(at)) ?? -1
      for (let left = maxCandidates; left > 0 && start >= 0 && at - start <= maxDistance; left--) {
        let length = minLength
        while (length < maxLength && at + length < text.length && text[start + length] === text[at + length])
          length += 1
        if (length > best.length) best = { length, distance: at - start }
        if (length === maxLength) break
        start = earlier[start] as number
      }
      return best
    },
  }
}
