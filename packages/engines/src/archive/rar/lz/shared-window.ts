/** The memory that all threads share: the data itself, round and round, and where the same bytes stood before. */

export interface SharedWindow {
  readonly bytes: Uint8Array
  /** For each place the last one before it where four bytes hash alike, counted from the very beginning; -1 for none. */
  readonly previous: Int32Array
  /** How far back the same three bytes stood, 0 for too far. */
  readonly near: Uint16Array
  /** Position & mask is the place. */
  readonly mask: number
}

/** What is handed to a thread. */
export interface WindowBuffers {
  readonly bytes: SharedArrayBuffer
  readonly previous: SharedArrayBuffer
  readonly near: SharedArrayBuffer
}

export function createWindowBuffers(windowBytes: number): WindowBuffers {
  return {
    bytes: new SharedArrayBuffer(windowBytes),
    previous: new SharedArrayBuffer(windowBytes * Int32Array.BYTES_PER_ELEMENT),
    near: new SharedArrayBuffer(windowBytes * Uint16Array.BYTES_PER_ELEMENT),
  }
}

export function openWindow({ bytes, previous, near }: WindowBuffers): SharedWindow {
  return {
    bytes: new Uint8Array(bytes),
    previous: new Int32Array(previous),
    near: new Uint16Array(near),
    mask: bytes.byteLength - 1,
  }
}

/** One stretch of the window: in two pieces where it goes over the end. */
export function viewsOf({ bytes, mask }: SharedWindow, start: number, end: number): Uint8Array[] {
  const from = start & mask
  const length = end - start
  const first = Math.min(length, bytes.length - from)
  const views = [bytes.subarray(from, from + first)]
  return first === length ? views : [...views, bytes.subarray(0, length - first)]
}
