/** Rotates a page so that most of its text runs to the right; text in other directions is separated. */

import type { PageContent } from './page-content.ts'
import { type Box, type Fragment, rotatePoint } from './page-model.ts'

export interface UprightPage extends PageContent {
  /** Text in other directions, grouped by angle and rotated to run to the right. */
  readonly otherDirections: readonly (readonly Fragment[])[]
  /** The page itself was rotated. */
  readonly isTurned: boolean
}

export function rotateUpright(page: PageContent): UprightPage {
  const groups = new Map<number, Fragment[]>()
  for (const fragment of page.fragments) {
    const angle = quarter(fragment.angle)
    groups.set(angle, [...(groups.get(angle) ?? []), fragment])
  }
  const byLength = [...groups].sort(([, a], [, b]) => lengthOf(b) - lengthOf(a))
  const [angle, fragments] = byLength[0] ?? [0, []]
  const otherDirections = byLength.slice(1).map(([, others]) => others)
  if (angle % 90 !== 0 || angle === 0) return { ...page, fragments, otherDirections, isTurned: false }
  const corner = rotateBox({ left: 0, top: 0, right: page.width, bottom: page.height }, angle)
  const shift = <Mark extends Box>(box: Mark): Mark => {
    const rotated = rotateBox(box, angle)
    return {
      ...box,
      left: rotated.left - corner.left,
      right: rotated.right - corner.left,
      top: rotated.top - corner.top,
      bottom: rotated.bottom - corner.top,
    }
  }
  const isOnItsSide = angle % 180 !== 0
  return {
    ...page,
    width: isOnItsSide ? page.height : page.width,
    height: isOnItsSide ? page.width : page.height,
    fragments: fragments.map(fragment => ({
      ...fragment,
      left: fragment.left - corner.left,
      right: fragment.right - corner.left,
      baseline: fragment.baseline - corner.top,
    })),
    rules: page.rules.map(rule => ({
      ...shift(rule),
      isHorizontal: isOnItsSide ? !rule.isHorizontal : rule.isHorizontal,
    })),
    fills: page.fills.map(shift),
    strokes: page.strokes.map(shift),
    images: page.images.map(shift),
    otherDirections,
    isTurned: true,
  }
}

/** Slightly skewed text counts as upright. */
function quarter(angle: number): number {
  const nearest = Math.round(angle / 90) * 90
  return Math.abs(angle - nearest) <= 3 ? nearest % 360 : angle
}

function lengthOf(fragments: readonly Fragment[]): number {
  return fragments.reduce((sum, fragment) => sum + fragment.text.length, 0)
}

function rotateBox(box: Box, angle: number): Box {
  const [x0, y0] = rotatePoint(box.left, box.top, angle)
  const [x1, y1] = rotatePoint(box.right, box.bottom, angle)
  return { left: Math.min(x0, x1), right: Math.max(x0, x1), top: Math.min(y0, y1), bottom: Math.max(y0, y1) }
}
