/** Rotates a page so that most of its text runs to the right; text in other directions is separated. */

import { buildSegments } from './lines.ts'
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
  const others = byLength.slice(1)
  const labels = angle === 0 ? others.flatMap(([slant, own]) => slantedLabels(slant, own)) : []
  const isLabel = new Set(labels.flatMap(label => label.fragments))
  const otherDirections = others
    .map(([, own]) => own.filter(fragment => !isLabel.has(fragment)))
    .filter(own => own.length > 0)
  if (angle % 90 !== 0 || angle === 0) {
    const upright = [...fragments, ...labels.map(({ label }) => label)]
    return { ...page, fragments: upright, otherDirections, isTurned: false }
  }
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

interface SlantedLabel {
  readonly fragments: readonly Fragment[]
  /** At the start of the text, where it belongs to a column. */
  readonly label: Fragment
}

/** In font sizes. */
const sameHeight = 0.5
const labelWidth = 0.6
const maxLabelWords = 5

/** Slanted headings of columns begin at the same height; they are read like upright ones. */
function slantedLabels(angle: number, fragments: readonly Fragment[]): SlantedLabel[] {
  if (angle % 90 === 0) return []
  const labels = buildSegments(fragments).map(({ words, baseline, size }): SlantedLabel => {
    const own = fragments.filter(fragment =>
      words.some(
        word =>
          word.left <= fragment.left && word.right >= fragment.right && word.baseline === fragment.baseline,
      ),
    )
    const [first] = words
    const [left, y] = rotatePoint(first?.left ?? 0, baseline, (360 - angle) % 360)
    const text = words.map((word, at) => (at > 0 && word.isAfterSpace ? ' ' : '') + word.text).join('')
    const { isInvisible = false } = first ?? {}
    const style = own[0] as Fragment
    return {
      fragments: own,
      label: {
        ...style,
        text,
        left,
        right: left + labelWidth * size,
        baseline: y,
        angle: 0,
        isInvisible,
        isAfterSpace: false,
      },
    }
  })
  const isBeside = ({ label }: SlantedLabel) =>
    labels.filter(other => Math.abs(other.label.baseline - label.baseline) < sameHeight * label.size).length >
    1
  return labels.filter(
    label => label.fragments.length > 0 && label.fragments.length <= maxLabelWords && isBeside(label),
  )
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
