/** Reads a file of any size through a 1 MB sliding window, so that scanning it needs little memory. */

const windowBytes = 1024 * 1024

export interface ByteWindow {
  readonly sizeBytes: number
  /** Bytes starting at an offset; fewer at the end of the file. */
  at(offset: number, length: number): Promise<Uint8Array>
}

export function openByteWindow(file: Blob): ByteWindow {
  let start = 0
  let bytes = new Uint8Array(0)
  return {
    sizeBytes: file.size,
    async at(offset, length) {
      if (offset < start || offset + length > start + bytes.length) {
        start = offset
        const end = offset + Math.max(windowBytes, length)
        bytes = new Uint8Array(await file.slice(offset, end).arrayBuffer())
      }
      return bytes.subarray(offset - start, offset - start + length)
    },
  }
}
