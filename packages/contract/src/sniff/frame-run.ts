/** Tells a stream of frames from bytes that happen to look like one: frames say how long they are, and others follow. */

/** Length of the frame at an offset; undefined when none begins there. */
export type MeasureFrame = (head: Uint8Array, offset: number) => number | undefined

const framesInARow = 3

/** True when a few frames follow each other, or as many as there is room for, at least one of them whole. */
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

/** With less than this left over at the end, nothing can be said about what follows. */
const shortestHeaderBytes = 8
