/** A text in pieces of some lines each, so that a change makes the browser lay out one of them anew and not a whole book. Pure. */
import type { TextEdit } from './text-edit.ts'

/** A piece ends with the first line that reaches this. */
const chunkCharacters = 2000

/** Every piece but the last ends with a line break; together they are the text. */
export function cutText(text: string): readonly string[] {
  const chunks: string[] = []
  let start = 0
  while (start < text.length) {
    const lineEnd = text.indexOf('\n', start + chunkCharacters)
    const end = lineEnd === -1 ? text.length : lineEnd + 1
    chunks.push(text.slice(start, end))
    start = end
  }
  return chunks
}

/** Pieces that the change does not touch stay the same ones. */
export function editChunks(chunks: readonly string[], { start, end, inserted }: TextEdit): readonly string[] {
  const starts = startsOf(chunks)
  const first = findChunk(starts, start)
  let { index: last } = findChunk(starts, end)
  const lengthBefore = end - start
  let touched = chunks.slice(first.index, last + 1).join('')
  touched = touched.slice(0, first.offset) + inserted + touched.slice(first.offset + lengthBefore)
  // A line that lost its end goes on in the next piece.
  if (!touched.endsWith('\n') && last + 1 < chunks.length) {
    last += 1
    touched += chunks[last] ?? ''
  }
  return [...chunks.slice(0, first.index), ...cutText(touched), ...chunks.slice(last + 1)]
}

export interface ChunkPlace {
  readonly index: number
  readonly offset: number
}

/** Where each piece begins in the text. */
export function startsOf(chunks: readonly string[]): readonly number[] {
  let start = 0
  return chunks.map(({ length }) => {
    const own = start
    start += length
    return own
  })
}

/** Which piece a place of the text is in; between two of them, the later one. By halving, for there are thousands of marks. */
export function findChunk(starts: readonly number[], offset: number): ChunkPlace {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return { index: low, offset: offset - (starts[low] ?? 0) }
}
