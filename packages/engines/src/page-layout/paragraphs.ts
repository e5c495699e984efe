/** Groups lines into paragraphs and determines their alignment, indent and spacing. */

import type { FlowLine } from './flow-lines.ts'
import { naturalLineHeight } from './fonts.ts'
import { type HyphenatedWords, joinLines } from './join-lines.ts'
import { readMarkers, startsWithMarker } from './markers.ts'
import type { Alignment, CodeLine, Paragraph } from './model.ts'
import { boxAround, boxWidth } from './page-model.ts'

export interface ColumnBounds {
  readonly left: number
  readonly right: number
}

/** In font sizes. */
const indentStep = 0.7
const wordSpace = 0.25
/** Share of the column width: shorter centered lines are separate paragraphs. */
const minCenteredWidth = 0.45

export function buildParagraphs(
  lines: readonly FlowLine[],
  bounds: ColumnBounds,
  hyphenated: HyphenatedWords,
): Paragraph[] {
  const reach = reachOf(lines, bounds)
  const groups = groupLines(lines, bounds)
  return groups.map((group, index) => {
    const before = groups[index - 1]?.at(-1)
    return paragraphOf(group, before, bounds, reach, hyphenated)
  })
}

/** The lines of each paragraph. */
export function groupLines(lines: readonly FlowLine[], bounds: ColumnBounds): FlowLine[][] {
  const leadingOf = typicalLeading(lines)
  const reach = reachOf(lines, bounds)
  const groups: FlowLine[][] = []
  lines.forEach((line, index) => {
    const group = groups.at(-1)
    const near = localReach(lines.slice(Math.max(0, index - 3), index + 3), reach)
    if (group && !startsParagraph(group, line, lines[index + 1], bounds, near, leadingOf)) group.push(line)
    else groups.push([line])
  })
  return groups
}

function typicalLeading(lines: readonly FlowLine[]): (size: number) => number {
  const bySize = new Map<number, number[]>()
  lines.slice(1).forEach((line, index) => {
    const last = lines[index]
    const pitch = last ? line.baseline - last.baseline : 0
    if (!last || Math.abs(last.size - line.size) > 0.6 || pitch <= 0 || pitch > 2.4 * line.size) return
    const key = Math.round(line.size)
    bySize.set(key, [...(bySize.get(key) ?? []), pitch])
  })
  return size => {
    const pitches = (bySize.get(Math.round(size)) ?? []).sort((a, b) => a - b)
    // Lower quartile: paragraph spacing only ever increases the distance.
    return pitches[Math.floor(pitches.length / 4)] ?? 1.2 * size
  }
}

function startsParagraph(
  group: readonly FlowLine[],
  line: FlowLine,
  next: FlowLine | undefined,
  bounds: ColumnBounds,
  reach: ColumnBounds,
  leadingOf: (size: number) => number,
): boolean {
  const last = group.at(-1)
  const first = group[0]
  if (!last || !first) return true
  if (hasDifferentStyle(group, last, line, leadingOf)) return true
  const isItem = startsWithMarker(first.text.replace('\t', ' '))
  if (startsWithMarker(line.text.replace('\t', ' ')) && beginsItem(group, line)) return true
  const isCentered = isCenteredLine(last, bounds) && isCenteredLine(line, bounds)
  if (isCentered) return boxWidth(last) < minCenteredWidth * (bounds.right - bounds.left)
  if (
    isCenteredLine(last, bounds) !== isCenteredLine(line, bounds) &&
    group.length === 1 &&
    isShort(last, line, reach)
  )
    return true
  if (isShort(last, line, reach)) return true
  return isIndented(group, line, next, isItem)
}

function hasDifferentStyle(
  group: readonly FlowLine[],
  last: FlowLine,
  line: FlowLine,
  leadingOf: (size: number) => number,
): boolean {
  const size = Math.max(last.size, line.size)
  const pitch = line.baseline - last.baseline
  if (pitch <= 0 || pitch > Math.min(leadingOf(line.size) * 1.22 + 0.6, 2.2 * size)) return true
  if (Math.abs(last.size - line.size) > 0.09 * size) return true
  if (last.isBold !== line.isBold && (!last.isBold || group.every(({ isBold }) => isBold))) return true
  if (isNoteMark(line) || last.fill !== line.fill || last.isRightToLeft !== line.isRightToLeft) return true
  const hasTab = last.text.includes('\t') || line.text.includes('\t')
  return hasTab && !startsWithMarker(last.text.replace('\t', ' '))
}

function beginsItem(group: readonly FlowLine[], line: FlowLine): boolean {
  const first = group[0]
  const marker = readMarkers(line.text.replace('\t', ' '))[0]
  if (!first || !marker) return false
  if (!marker.isNumbered)
    return !/^[-–—*]$/.test(marker.text) || startEdge(line) <= startEdge(first) + line.size * 3
  const isAfterItem = startsWithMarker(first.text.replace('\t', ' '))
  return isAfterItem
    ? startEdge(line) < startEdge(group[1] ?? first) + 1 || group.length === 1
    : marker.value <= 1
}

/** The first word of the next line would have fit, so the paragraph ends here. */
function isShort(last: FlowLine, line: FlowLine, bounds: ColumnBounds): boolean {
  if (/\p{L}-$/u.test(last.text)) return false
  const word = line.words[0]
  const needed = (word ? word.right - word.left : 0) + (wordSpace + 0.45) * line.size
  return endSlack(last, bounds) > needed + 0.02 * boxWidth({ ...last, ...bounds })
}

function isIndented(
  group: readonly FlowLine[],
  line: FlowLine,
  next: FlowLine | undefined,
  isItem: boolean,
): boolean {
  const last = group.at(-1)
  if (!last) return true
  const step = indentStep * line.size
  const shift = startEdge(line) - startEdge(last)
  if (shift > step) {
    if (group.length > 1) return true
    if (isItem) return false
    // Hanging indent if the following lines keep the indent; otherwise the first line of the next paragraph.
    return !next || startEdge(next) < startEdge(line) - step
  }
  return shift < -step && group.length > 1
}

/** Actual extent of the lines: the right edge of ragged text is the end of its longest line. */
function reachOf(lines: readonly FlowLine[], bounds: ColumnBounds): ColumnBounds {
  const box = boxAround(lines)
  const isRightToLeft = lines.filter(line => line.isRightToLeft).length > lines.length / 2
  return isRightToLeft
    ? { left: Math.max(bounds.left, box.left), right: bounds.right }
    : { left: bounds.left, right: Math.min(bounds.right, box.right) }
}

/** Lines beside an image end earlier, but at a common edge. */
function localReach(lines: readonly FlowLine[], reach: ColumnBounds): ColumnBounds {
  const long = lines.filter(line => line.text.length > 25)
  if (long.length < 4) return reach
  const width = reach.right - reach.left
  const isRightToLeft = long[0]?.isRightToLeft === true
  const end = isRightToLeft
    ? Math.min(...long.map(line => line.left))
    : Math.max(...long.map(line => line.right))
  const aligned = long.filter(line => Math.abs((isRightToLeft ? line.left : line.right) - end) < 0.09 * width)
  if (aligned.length < long.length - 1) return reach
  return isRightToLeft ? { ...reach, left: end } : { ...reach, right: end }
}

/** Superscript number at the start of a footnote. */
function isNoteMark(line: FlowLine): boolean {
  const [sign] = line.words
  return sign?.script === 'super' && /^(\d{1,3}|[*†‡§])$/.test(sign.text)
}

function tagOf(lines: readonly FlowLine[]): string | undefined {
  const tags = new Set(lines.flatMap(line => line.words.map(word => word.role)))
  return tags.size === 1 ? [...tags][0] : undefined
}

function startEdge(line: FlowLine): number {
  return line.isRightToLeft ? -line.right : line.left
}

function endSlack(line: FlowLine, bounds: ColumnBounds): number {
  return line.isRightToLeft ? line.left - bounds.left : bounds.right - line.right
}

function isCenteredLine(line: FlowLine, bounds: ColumnBounds): boolean {
  const [before, after] = [line.left - bounds.left, bounds.right - line.right]
  return (
    Math.abs(before - after) < Math.max(3, 0.02 * (bounds.right - bounds.left)) && before > 1.5 * line.size
  )
}

function paragraphOf(
  lines: readonly FlowLine[],
  before: FlowLine | undefined,
  bounds: ColumnBounds,
  reach: ColumnBounds,
  hyphenated: HyphenatedWords,
): Paragraph {
  const box = boxAround(lines)
  const [first, second] = [lines[0] as FlowLine, lines[1]]
  const last = lines.at(-1) ?? first
  const alignment = alignmentOf(lines, bounds, reach)
  const rest = lines.slice(1)
  const start = first.isRightToLeft ? bounds.right : bounds.left
  const edge = (line: FlowLine) => Math.abs((first.isRightToLeft ? line.right : line.left) - start)
  const indent = rest.length > 0 ? Math.min(...rest.map(edge)) : edge(first)
  const leading = second ? (last.baseline - first.baseline) / (lines.length - 1) : undefined
  const isIndentable = alignment === 'start' || alignment === 'justified'
  return {
    kind: 'paragraph',
    spans: joinLines(lines, hyphenated),
    role: { kind: 'body' },
    alignment,
    indent: isIndentable && indent > 1.5 ? indent : 0,
    firstIndent: isIndentable && Math.abs(edge(first) - indent) > 1.5 ? edge(first) - indent : 0,
    spaceBefore: before ? spaceBetween(before, first, leading) : 0,
    leading,
    size: first.size,
    isRightToLeft: first.isRightToLeft,
    fill: first.fill,
    ...(lines.length === 1 && tabsOf(first, bounds)),
    ...(lines.every(line => line.isMonospaced) && { codeLines: lines.map(codeLineOf) }),
    tag: tagOf(lines),
    box,
    isOpenEnded: endSlack(last, reach) < 0.25 * (bounds.right - bounds.left),
    isFlushStart: !second || edge(first) - indent < indentStep * first.size,
  }
}

function codeLineOf({ left, baseline, words }: FlowLine): CodeLine {
  const code = words.map(({ text, left, right, isAfterSpace }) => ({ text, left, right, isAfterSpace }))
  return { left, baseline, words: code }
}

function tabsOf(line: FlowLine, bounds: ColumnBounds): Pick<Paragraph, 'tabs'> {
  const tabs = line.words.filter(word => word.separator === '\t').map(word => word.left - bounds.left)
  return tabs.length === 0 || line.isRightToLeft ? {} : { tabs }
}

/** Descent of a line in font sizes. */
const depth = 0.22

/** Distance to the previous line minus the heights of both lines. */
function spaceBetween(before: FlowLine, first: FlowLine, leading: number | undefined): number {
  const font = first.words[0]?.font
  const natural = font ? naturalLineHeight({ ...font, fontName: font.name }) * first.size : 1.15 * first.size
  const own = (leading ?? natural) - depth * first.size + depth * before.size
  return Math.max(0, Math.min(first.baseline - before.baseline - own, 72))
}

function alignmentOf(lines: readonly FlowLine[], bounds: ColumnBounds, reach: ColumnBounds): Alignment {
  const width = bounds.right - bounds.left
  const near = Math.max(1.5, 0.006 * width)
  if (lines.every(line => isCenteredLine(line, bounds))) return 'center'
  const isFlushEnd = (line: FlowLine) => Math.abs(endSlack(line, reach)) <= near
  const body = lines.slice(0, -1)
  const starts = lines.slice(1).map(startEdge)
  const isEven = starts.every(start => Math.abs(start - (starts[0] ?? start)) <= near)
  if (isEven && body.length >= 2 && body.every(isFlushEnd)) return 'justified'
  const startSlack = (line: FlowLine) =>
    line.isRightToLeft ? bounds.right - line.right : line.left - bounds.left
  if (lines.every(isFlushEnd) && lines.every(line => startSlack(line) > 0.25 * width)) return 'end'
  if (isEven && body.length === 1 && body.every(isFlushEnd) && boxWidth(lines[0] as FlowLine) > 0.9 * width)
    return 'justified'
  return 'start'
}
