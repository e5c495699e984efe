/** Texts with their bounding boxes on the page, for any writing direction. */

import { buildSegments, type Segment } from './lines.ts'
import { type Box, boxAround, type Fragment, rotatePoint } from './page-model.ts'

export interface PageText extends Box {
  readonly text: string
  readonly size: number
  readonly wordCount: number
  readonly angle: number
}

/** Minimum size of a line of running text; shorter ones are labels. */
const proseWords = 7
const proseLetters = 45

export function textsOf(fragments: readonly Fragment[]): PageText[] {
  const byAngle = Map.groupBy(fragments, fragment => fragment.angle)
  return [...byAngle].flatMap(([angle, rotated]) =>
    buildSegments(rotated).map(segment => ({
      ...boxOnPage(segment, angle),
      text: segment.words.map(word => word.text).join(' '),
      size: segment.size,
      wordCount: segment.words.length,
      angle,
    })),
  )
}

/** A row of numbers is not running text, however long: axis labels, cells. */
export function isProse({ wordCount, text }: PageText): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < 0.3 * text.replaceAll(' ', '').length) return false
  return wordCount >= proseWords || (wordCount > 3 && text.length >= proseLetters)
}

/** Bounding box of a fragment on the page. */
export function fragmentBox(fragment: Fragment): Box {
  const { left, right, baseline, size, angle } = fragment
  return boxOnPage({ left, right, top: baseline - 0.8 * size, bottom: baseline + 0.22 * size }, angle)
}

function boxOnPage({ left, top, right, bottom }: Box | Segment, angle: number): Box {
  const back = (360 - angle) % 360
  const corners = [
    rotatePoint(left, top, back),
    rotatePoint(right, top, back),
    rotatePoint(left, bottom, back),
    rotatePoint(right, bottom, back),
  ]
  return boxAround(corners.map(([x, y]) => ({ left: x, right: x, top: y, bottom: y })))
}
