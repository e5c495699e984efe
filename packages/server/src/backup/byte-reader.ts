/** Takes bytes from a stream by count, without ever holding more than one of its chunks and what is asked for. */

export interface ByteReader {
  /** Exactly so many. */
  take(count: number): Promise<Buffer>
  /** Exactly so many, as they come; what somebody left unread comes first the next time. */
  pieces(count: number): AsyncIterable<Buffer>
}

export function createByteReader(source: AsyncIterable<Buffer>, endedEarly: () => Error): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function next(maxBytes: number): Promise<Buffer> {
    while (rest.length === 0) {
      const chunk = await chunks.next()
      if (chunk.done) throw endedEarly()
      rest = chunk.value
    }
    const piece = rest.subarray(0, maxBytes)
    rest = rest.subarray(piece.length)
    return piece
  }

  function pieces(count: number): AsyncIterable<Buffer> {
    let left = count
    return {
      [Symbol.asyncIterator]: () => ({
        async next() {
          if (left === 0) return { done: true, value: undefined }
          const piece = await next(left)
          left -= piece.length
          return { done: false, value: piece }
        },
      }),
    }
  }

  return {
    pieces,
    async take(count) {
      const taken: Buffer[] = []
      for await (const piece of pieces(count)) taken.push(piece)
      return Buffer.concat(taken)
    },
  }
}
