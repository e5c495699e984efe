/** The language between a worker and its warm helpers: typed, length-prefixed frames over a pair of pipes. */

export const frameTypes = {
  /** helper: loaded and waiting. JSON. */
  ready: 1,
  /** worker: what to do, and how many bytes come on the input's own pipe. JSON. */
  job: 2,
  /** helper: a piece of the result. Raw bytes. */
  chunk: 3,
  /** helper: percent and stage. JSON. */
  progress: 4,
  /** helper: every byte of the result has been sent. JSON. */
  done: 5,
  /** helper: no result, and why. JSON. */
  failed: 6,
} as const

/** Number of the file by which a helper receives its inputs, without frames. */
export const inputPipe = 3

export type FrameType = (typeof frameTypes)[keyof typeof frameTypes]

export const maxChunkBytes = 1024 * 1024
const headerBytes = 5
/** A message is small JSON; anything longer means the other side is not speaking this language. */
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
  /** Part of a chunk, handed on as it arrives: chunks are never put together in memory. */
  onBytes(bytes: Buffer): void
}

/** Takes bytes in whatever pieces the pipe delivers them and tells the listener what they say. */
export function createFrameParser(listener: FrameListener): (bytes: Buffer) => void {
  let held: Buffer = Buffer.alloc(0)
  let chunkBytesLeft = 0

  function take(byteCount: number): Buffer {
    const taken = held.subarray(0, byteCount)
    held = held.subarray(taken.length)
    return taken
  }

  function passChunkOn(): void {
    const part = take(chunkBytesLeft)
    chunkBytesLeft -= part.length
    listener.onBytes(part)
  }

  /** False while the frame that begins here has not arrived completely. */
  function readFrame(): boolean {
    const type = held.readUInt8(0) as FrameType
    const bodyBytes = held.readUInt32BE(1)
    if (type === frameTypes.chunk) {
      take(headerBytes)
      chunkBytesLeft = bodyBytes
      return true
    }
    if (bodyBytes > maxMessageBytes) throw new Error(`A message of ${bodyBytes} bytes is not one of ours`)
    if (held.length < headerBytes + bodyBytes) return false
    take(headerBytes)
    listener.onMessage(type, JSON.parse(take(bodyBytes).toString()))
    return true
  }

  return bytes => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    for (;;) {
      if (chunkBytesLeft > 0 && held.length > 0) passChunkOn()
      else if (chunkBytesLeft > 0 || held.length < headerBytes || !readFrame()) return
    }
  }
}
