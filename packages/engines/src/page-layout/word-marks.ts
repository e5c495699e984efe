/** Underlines, strikethroughs and highlights: which rules and fills mark words. */
import { type Segment, segmentOf, type Word } from './lines.ts'
import { boxHeight, type Fill, type Fragment, type Rule } from './page-model.ts'

/** In font sizes: a highlight is as high as its line and ends where its words end. */
const maxMarkerHeight = 1.75
const markerEnd = 0.7

interface ClassifiedFills {
  readonly markers: readonly Fill[]
  /** Behind paragraphs and cells. */
  readonly backgrounds: readonly Fill[]
}

/** Separates highlights of words from fills behind paragraphs and cells. */
export function classifyFills(fills: readonly Fill[], fragments: readonly Fragment[]): ClassifiedFills {
  const markers = new Set(fills.filter(fill => fill.color !== '#ffffff' && isMarker(fill, fragments)))
  return { markers: [...markers], backgrounds: fills.filter(fill => !markers.has(fill)) }
}

function isMarker(fill: Fill, fragments: readonly Fragment[]): boolean {
  const own = fragments.filter(fragment => fragment.angle === 0 && isOn(fragment, fill))
  const [first] = own
  if (!first || boxHeight(fill) > maxMarkerHeight * first.size) return false
  const reach = markerEnd * first.size
  const [left, right] = [Math.min(...own.map(word => word.left)), Math.max(...own.map(word => word.right))]
  return left - fill.left < reach && fill.right - right < reach
}

function isOn({ left, right, baseline, size }: Fragment, fill: Fill): boolean {
  const [x, y] = [(left + right) / 2, baseline - 0.3 * size]
  return x > fill.left && x < fill.right && y > fill.top && y < fill.bottom
}

export function withMarks(segment: Segment, rules: readonly Rule[], markers: readonly Fill[]): Segment {
  const horizontal = rules.filter(
    rule => rule.isHorizontal && rule.right > segment.left && rule.left < segment.right,
  )
  const under = horizontal.filter(
    rule => isBetween(rule, segment, -0.05, 0.3) && isWithinSegment(rule, segment),
  )
  const through = horizontal.filter(
    rule => isBetween(rule, segment, -0.45, -0.15) && isWithinSegment(rule, segment),
  )
  if (under.length + through.length + markers.length === 0) return segment
  const marked = segment.words.map((word): Word => {
    const highlight = markers.find(fill => isOn(word, fill))?.color
    return {
      ...word,
      isUnderlined: isOver(under, word),
      ...(isOver(through, word) && { isStruck: true }),
      ...(highlight !== undefined && { highlight }),
    }
  })
  return segmentOf(marked)
}

/** Vertical position relative to the baseline, in font sizes. */
function isBetween(rule: Rule, { baseline, size }: Segment, from: number, to: number): boolean {
  return rule.top > baseline + from * size && rule.top < baseline + to * size
}

/** A longer line is a separator. */
function isWithinSegment(rule: Rule, segment: Segment): boolean {
  return rule.left > segment.left - 2 && rule.right < segment.right + 2
}

function isOver(rules: readonly Rule[], { left, right }: Word): boolean {
  return rules.some(rule => Math.min(rule.right, right) - Math.max(rule.left, left) > 0.6 * (right - left))
}
