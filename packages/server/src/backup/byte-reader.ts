/** Reads an exact number of bytes from a stream, buffering at most one source chunk beyond what was requested. */

export interface ByteReader {
  /** Exactly `count` bytes. */
  take(count: number): Promise<Buffer>
  /** Exactly `count` bytes in chunks as they arrive; unread chunks remain for the next read. */
  chunks(count: number): AsyncIterable<Buffer>
}

export function createByteReader(source: AsyncIterable<Buffer>, endedEarly: () => Error): ByteReader {
  const sourceChunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function next(maxBytes: number): Promise<Buffer> {
    while (rest.length === 0) {
      const chunk = await sourceChunks.next()
      if (chunk.done) throw endedEarly()
      rest = chunk.value
    }
    const chunk = rest.subarray(0, maxBytes)
    rest = rest.subarray(chunk.length)
    return chunk
  }

  function chunks(count: number): AsyncIterable<Buffer> {
    let left = count
    return {
      [Symbol.asyncIterator]: () => ({
        async next() {
          if (left === 0) return { done: true, value: undefined }
          const chunk = await next(left)
          left -= chunk.length
          return { done: false, value: chunk }
        },
      }),
    }
  }

  return {
    chunks,
    async take(count) {
      const taken: Buffer[] = []
      for await (const chunk of chunks(count)) taken.push(chunk)
      return Buffer.concat(taken)
    },
  }
}
