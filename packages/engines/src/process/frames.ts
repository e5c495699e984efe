/** Protocol between a worker and its warm helpers: typed, length-prefixed frames over a pair of pipes. */

export const frameTypes = {
  /** helper: loaded and idle. JSON. */
  ready: 1,
  /** worker: the request, and the number of bytes that follow on the input pipe. JSON. */
  job: 2,
  /** helper: part of the result. Raw bytes. */
  chunk: 3,
  /** helper: percent and stage. JSON. */
  progress: 4,
  /** helper: the result is complete. JSON. */
  done: 5,
  /** helper: the job failed, and why. JSON. */
  failed: 6,
} as const

/** File descriptor on which a helper receives its inputs, without frames. */
export const inputPipe = 3

export type FrameType = (typeof frameTypes)[keyof typeof frameTypes]

export const maxChunkBytes = 1024 * 1024
const headerBytes = 5
/** Messages are small JSON; a longer one means a protocol violation (memory exhaustion). */
const maxMessageBytes = 256 * 1024

export function frameHeader(type: FrameType, bodyBytes: number): Buffer {
  const header = Buffer.allocUnsafe(headerBytes)
  header.writeUInt8(type, 0)
  header.writeUInt32BE(bodyBytes, 1)
  return header
}

export function messageFrame(type: FrameType, message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message))
  return Buffer.concat([frameHeader(type, body.length), body])
}

export interface FrameListener {
  onMessage(type: FrameType, message: unknown): void
  /** Part of a chunk, emitted as it arrives: chunks are never assembled in memory. */
  onBytes(bytes: Buffer): void
}

/** Parses frames from a byte stream that may be split at any position. */
export function createFrameParser(listener: FrameListener): (bytes: Buffer) => void {
  let buffered: Buffer = Buffer.alloc(0)
  let chunkBytesLeft = 0

  function take(byteCount: number): Buffer {
    const taken = buffered.subarray(0, byteCount)
    buffered = buffered.subarray(taken.length)
    return taken
  }

  function emitChunkBytes(): void {
    const part = take(chunkBytesLeft)
    chunkBytesLeft -= part.length
    listener.onBytes(part)
  }

  /** False if the frame has not arrived completely. */
  function readFrame(): boolean {
    const type = buffered.readUInt8(0) as FrameType
    const bodyBytes = buffered.readUInt32BE(1)
    if (type === frameTypes.chunk) {
      take(headerBytes)
      chunkBytesLeft = bodyBytes
      return true
    }
    if (bodyBytes > maxMessageBytes) throw new Error(`A message of ${bodyBytes} bytes is too long`)
    if (buffered.length < headerBytes + bodyBytes) return false
    take(headerBytes)
    listener.onMessage(type, JSON.parse(take(bodyBytes).toString()))
    return true
  }

  return bytes => {
    buffered = buffered.length === 0 ? bytes : Buffer.concat([buffered, bytes])
    for (;;) {
      if (chunkBytesLeft > 0 && buffered.length > 0) emitChunkBytes()
      else if (chunkBytesLeft > 0 || buffered.length < headerBytes || !readFrame()) return
    }
  }
}
