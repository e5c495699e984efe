/** Distinguishes a stream of frames from similar bytes: each frame's length must lead to another frame. */

/** Length of the frame at an offset; undefined if there is none. */
export type MeasureFrame = (head: Uint8Array, offset: number) => number | undefined

const framesInARow = 3

/** True if several frames follow each other, or as many as are available, at least one of them complete. */
export function isFrameRun(head: Uint8Array, start: number, measure: MeasureFrame): boolean {
  let offset = start
  for (let count = 0; count < framesInARow; count++) {
    const length = measure(head, offset)
    if (length === undefined) return count > 0 && head.length - offset < shortestHeaderBytes
    offset += length
    if (offset > head.length) return count > 0
  }
  return true
}

/** With fewer bytes left at the end, the next frame cannot be checked. */
const shortestHeaderBytes = 8
