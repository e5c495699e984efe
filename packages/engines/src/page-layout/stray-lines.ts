/** Puts one or two lines that Tesseract reports as a block apart from their paragraph back to it. */
import type { Segment } from './lines.ts'
import { boxAround } from './page-model.ts'
import { rowsOf } from './rows-or-columns.ts'

const maxLines = 2
const minParagraphLines = 3
/** Between the baselines, in font sizes. */
const minGap = 0.35
const maxGapAbove = 2
const maxGapBelow = 1.6
/** In font sizes: the first line of a paragraph. */
const maxIndent = 2.5
/** Smaller print is a caption or a note, larger a heading. */
const sameSize = { min: 0.85, max: 1.15 }

export function strayLinesInPlace(blocks: readonly (readonly Segment[])[]): (readonly Segment[])[] {
  const ordered: (readonly Segment[])[] = []
  for (const block of blocks) {
    const isStray = rowsOf(block).length <= maxLines
    const first = isStray ? ordered.findIndex(other => isLineAbove(block, other)) : -1
    const last = isStray ? ordered.findIndex(other => isLineBelow(block, other)) : -1
    ordered.splice(first >= 0 ? first : last >= 0 ? last + 1 : ordered.length, 0, block)
  }
  return ordered
}

/** The line beside a drop cap is reported after its paragraph, because the letter reaches down into the paragraph. */
function isLineAbove(line: readonly Segment[], paragraph: readonly Segment[]): boolean {
  const { size } = paragraph[0] as Segment
  const gap = gapBetween(line, paragraph)
  return (
    boxAround(line).top < boxAround(paragraph).top &&
    gap > minGap * size &&
    gap <= maxGapAbove * size &&
    isWithin(line, paragraph)
  )
}

/** The last line of a column is sometimes reported after the texts beside it. */
function isLineBelow(line: readonly Segment[], paragraph: readonly Segment[]): boolean {
  const { size } = paragraph[0] as Segment
  const gap = gapBetween(paragraph, line)
  const share = (line[0] as Segment).size / size
  return (
    gap > minGap * size &&
    gap <= maxGapBelow * size &&
    share >= sameSize.min &&
    share <= sameSize.max &&
    isWithin(line, paragraph) &&
    boxAround(line).left <= boxAround(paragraph).left + maxIndent * size &&
    rowsOf(paragraph).length >= minParagraphLines
  )
}

/** Between the last baseline of one and the first of the other. */
function gapBetween(above: readonly Segment[], below: readonly Segment[]): number {
  const baselines = (segments: readonly Segment[]) => segments.map(({ baseline }) => baseline)
  return Math.min(...baselines(below)) - Math.max(...baselines(above))
}

function isWithin(line: readonly Segment[], paragraph: readonly Segment[]): boolean {
  const [inner, outer] = [boxAround(line), boxAround(paragraph)]
  const { size } = paragraph[0] as Segment
  return inner.left > outer.left - size && inner.right < outer.right + size
}
