/** Hashes files while they stream by and lists the sums in sha256sum format, so that a backup can be verified by hand. */
import { createHash, type Hash } from 'node:crypto'

/** Lists are interleaved with the files, so memory use does not grow with the number of files. */
const sumsPerList = 4096

export interface ChecksumList {
  /** Passes the content through and records its checksum under the name once it has been read whole. */
  hashing(name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array>
  isFull(): boolean
  isEmpty(): boolean
  /** Returns the lines so far and empties the list. */
  takeLines(): string
  /** Hash over all lines taken so far. */
  digest(): string
}

export function createChecksumList(): ChecksumList {
  const all: Hash = createHash('sha256')
  let lines: string[] = []
  return {
    async *hashing(name, content) {
      const hash = createHash('sha256')
      for await (const chunk of content) {
        hash.update(chunk)
        yield chunk
      }
      lines.push(`${hash.digest('hex')}  ${name}\n`)
    },
    isFull: () => lines.length >= sumsPerList,
    isEmpty: () => lines.length === 0,
    takeLines() {
      const taken = lines.join('')
      all.update(taken)
      lines = []
      return taken
    },
    digest: () => all.copy().digest('hex'),
  }
}
