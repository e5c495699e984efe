/** Ring buffer shared by all threads: the data and its hash chains. */

export interface SharedWindow {
  readonly bytes: Uint8Array
  /** Hash chain: for each index, the previous position with the same hash of four bytes; -1 for none. */
  readonly previous: Int32Array
  /** Distance to the last occurrence of the same three bytes; 0 if it is too far. */
  readonly near: Uint16Array
  /** Position & mask is the index. */
  readonly mask: number
}

/** Transferred to worker threads. */
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

/** Views of a range; two if it wraps around the end. */
export function viewsOf({ bytes, mask }: SharedWindow, start: number, end: number): Uint8Array[] {
  const from = start & mask
  const length = end - start
  const first = Math.min(length, bytes.length - from)
  const views = [bytes.subarray(from, from + first)]
  return first === length ? views : [...views, bytes.subarray(0, length - first)]
}
