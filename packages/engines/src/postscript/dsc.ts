/** Comments about the structure of a document: bounding boxes, and the part of a DOS file that is PostScript. */
import type { PageSize } from './graphics/graphics.ts'
import type { BoundingBox } from './graphics/path.ts'

const dosMark = 0xc6d3_d0c5
const dosHeaderBytes = 30

/** The PostScript part of a file with the binary header of DOS; the file itself without one. */
export function postScriptPart(file: Buffer): Buffer {
  if (file.length < dosHeaderBytes || file.readUInt32LE(0) !== dosMark) return file
  const [start, length] = [file.readUInt32LE(4), file.readUInt32LE(8)]
  return file.subarray(start, Math.min(file.length, start + length))
}

export interface DocumentComments {
  readonly isEps: boolean
  /** In points. */
  readonly box: BoundingBox | undefined
  readonly mediaSize: PageSize | undefined
}

const exactBox = '%%HiResBoundingBox:'
const box = '%%BoundingBox:'
const media = '%%DocumentMedia:'
/** Comments are at the beginning or, with (atend), at the end. */
const searchedBytes = 65_536

export function readComments(file: Buffer): DocumentComments {
  const head = file.toString('latin1', 0, searchedBytes).replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  const tail = file.toString('latin1', Math.max(0, file.length - searchedBytes)).replaceAll('\r', '\n')
  const [, width, height] = wordsAfter(media, head)[0] ?? []
  return {
    isEps: /^%!PS-Adobe-\S+ EPSF/.test(head),
    box: boxIn(head, exactBox) ?? boxIn(head, box) ?? boxIn(tail, exactBox) ?? boxIn(tail, box),
    mediaSize:
      Number(width) > 0 && Number(height) > 0 ? { width: Number(width), height: Number(height) } : undefined,
  }
}

/** The first one: those of embedded files follow. */
function boxIn(text: string, comment: string): BoundingBox | undefined {
  for (const words of wordsAfter(comment, text)) {
    const [left = 0, bottom = 0, right = 0, top = 0] = words.map(Number)
    if (right > left && top > bottom) return { left, bottom, right, top }
  }
  return undefined
}

/** Words behind a comment, for each line that starts with it. */
function wordsAfter(comment: string, text: string): string[][] {
  return text
    .split('\n')
    .filter(line => line.startsWith(comment))
    .map(line => line.slice(comment.length).trim().split(/\s+/))
}
