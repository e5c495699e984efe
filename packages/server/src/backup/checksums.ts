/** Sums up files as they go by, and lists the sums as sha256sum does, so that anybody can check a backup by hand. */
import { createHash, type Hash } from 'node:crypto'

/** Lists stand between the files: however many files there are, only so many sums are held at once. */
const sumsPerList = 4096

export interface ChecksumList {
  /** The content as it is, noted under its name when its end has come by. */
  noting(name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array>
  isFull(): boolean
  isEmpty(): boolean
  /** The lines so far; the list is empty afterwards. */
  takeLines(): string
  /** Of all lines taken so far. */
  digest(): string
}

export function createChecksumList(): ChecksumList {
  const all: Hash = createHash('sha256')
  let lines: string[] = []
  return {
    async *noting(name, content) {
      const hash = createHash('sha256')
      for await (const piece of content) {
        hash.update(piece)
        yield piece
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
