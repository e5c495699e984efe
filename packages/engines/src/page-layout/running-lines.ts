/** Detects headers, footers and page numbers: lines that repeat on most pages. */

import { type FlowLine, flowLines } from './flow-lines.ts'
import { joinLines } from './join-lines.ts'
import { buildSegments } from './lines.ts'
import { type Alignment, pageCountMark, pageNumberMark, type RunningLine } from './model.ts'
import type { Fragment } from './page-model.ts'
import type { UprightPage } from './upright.ts'

interface Candidate {
  readonly page: UprightPage
  readonly index: number
  readonly line: FlowLine
  readonly key: string
  readonly isHeader: boolean
}

export interface RunningLines {
  readonly header: RunningLine[]
  readonly footer: RunningLine[]
  /** The page without its header and footer. */
  strip(page: UprightPage): UprightPage
}

/** Share of the page height at the top and bottom edge. */
const zone = 0.18
const sameHeight = 8
/** Relative to the body font size. */
const maxSize = 1.3

export function findRunningLines(pages: readonly UprightPage[], bodySize: number): RunningLines {
  // Lines much larger than the body are titles, even if every page has one.
  const candidates = pages.flatMap(candidatesOf).filter(({ line }) => line.size <= maxSize * bodySize)
  const groups: Candidate[][] = []
  for (const candidate of candidates) {
    const group = groups.find(members => isSameLine(members[0], candidate))
    if (group) group.push(candidate)
    else groups.push([candidate])
  }
  const repeated = groups.filter(group => isRunning(group, pages.length))
  const [only] = pages
  const running = pages.length === 1 && only && repeated.length === 0 ? edgeLines(only, bodySize) : repeated
  const lines = (isHeader: boolean) =>
    running
      .filter(group => group[0]?.isHeader === isHeader)
      .sort((a, b) => (a[0]?.line.baseline ?? 0) - (b[0]?.line.baseline ?? 0))
      .map(group => runningLine(group, pages.length))
  const taken = new Map<UprightPage, FlowLine[]>()
  for (const { page, line } of running.flat()) taken.set(page, [...(taken.get(page) ?? []), line])
  return {
    header: lines(true),
    footer: lines(false),
    strip: page => ({
      ...page,
      fragments: page.fragments.filter(
        fragment => !(taken.get(page) ?? []).some(line => contains(line, fragment)),
      ),
    }),
  }
}

/** Shares of the page height: no text area begins or ends outside of them. */
const headerEnd = 0.07
const footerStart = 0.93
/** With texts at both sides, a footer can begin here. */
const spreadFooterStart = 0.89
const maxEdgeLines = 3
const minLines = 10
/** In font sizes of the body. */
const maxEdgeSize = 1.3
const minDistance = 1.2

/** A telephone number, an e-mail address or an IBAN: a letterhead, which belongs to the text. */
const contactDetails = /\S@\S|(?:^|\D)(?:\+|\(0?\d|0)[\d\s()/.-]{7,}\d|\b[A-Z]{2}\d{2}(?:\s?\d{4}){3}/
/** At the edge, a separate number is that of the page. */
const pageNumber =
  /^(?:\p{L}+(?:\.|(?=[\s\d(|–—-])))?\s*(?:[-–—(|]\s*)?(?:\d{1,4}|[ivxl]{1,6})\s*(?:[-–—)|]\s*)?(?:(?:\/|\p{L}+)\s*\d{1,4})?$/u
/** Shares of the page height that a full text area begins before and ends behind. */
const fullArea = { top: 0.15, bottom: 0.83 }

/**
 * A single page repeats nothing: its header and footer are small lines at the edge, apart from the text. Only a page
 * number, texts at both sides and in the middle, or a full page distinguish them from the lines of a letter or form.
 */
function edgeLines(page: UprightPage, bodySize: number): Candidate[][] {
  const lines = flowLines(buildSegments(page.fragments), () => undefined)
  if (lines.length < minLines) return []
  const isSmall = ({ size }: FlowLine) => size <= maxEdgeSize * bodySize
  const isFarAbove = (above: FlowLine | undefined, below: FlowLine | undefined) =>
    above !== undefined &&
    below !== undefined &&
    below.top - above.bottom > minDistance * Math.min(bodySize, above.size, below.size)
  const isSpread = (line: FlowLine) => line.text.split('\t').length >= 3
  const isHeader = (line: FlowLine) => line.baseline < headerEnd * page.height
  const isFooter = (line: FlowLine) =>
    line.baseline > footerStart * page.height ||
    (line.baseline > spreadFooterStart * page.height && isSpread(line))
  const bottomUp = [...lines].reverse()
  const header = lines
    .slice(0, maxEdgeLines)
    .findLastIndex((line, at) => isHeader(line) && isFarAbove(line, lines[at + 1]))
  const footer = bottomUp
    .slice(0, maxEdgeLines)
    .findLastIndex((line, at) => isFooter(line) && isFarAbove(bottomUp[at + 1], line))
  const above = lines.slice(0, header + 1)
  const below = bottomUp.slice(0, footer + 1)
  const [first, last] = [lines[header + 1], bottomUp[footer + 1]]
  const isFull =
    first !== undefined &&
    last !== undefined &&
    first.top < fullArea.top * page.height &&
    last.bottom > fullArea.bottom * page.height
  const isNumbered = [...above, ...below].some(({ text }) =>
    text.split('\t').some(part => pageNumber.test(part.trim())),
  )
  const isRunning = (edge: readonly FlowLine[]) =>
    edge.every(isSmall) &&
    !edge.some(({ text }) => contactDetails.test(text)) &&
    (isFull || isNumbered || edge.some(isSpread))
  const candidate = (isHeader: boolean) => (line: FlowLine) => [
    { page, index: 0, line, key: line.text, isHeader },
  ]
  return [
    ...(isRunning(above) ? above.map(candidate(true)) : []),
    ...(isRunning(below) ? below.map(candidate(false)) : []),
  ]
}

function candidatesOf(page: UprightPage, index: number): Candidate[] {
  const isEdge = ({ baseline }: Fragment) =>
    baseline < page.height * zone || baseline > page.height * (1 - zone)
  return flowLines(buildSegments(page.fragments.filter(isEdge)), () => undefined).map(line => ({
    page,
    index,
    line,
    key: line.text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim(),
    isHeader: line.baseline < page.height / 2,
  }))
}

function isSameLine(one: Candidate | undefined, other: Candidate): boolean {
  if (!one || one.key !== other.key || one.isHeader !== other.isHeader) return false
  const height = (candidate: Candidate) =>
    candidate.isHeader ? candidate.line.baseline : candidate.page.height - candidate.line.baseline
  return Math.abs(height(one) - height(other)) <= sameHeight
}

function isRunning(group: readonly Candidate[], pageCount: number): boolean {
  const isArtifact = group.every(({ line }) => line.words.every(word => word.role === 'Artifact'))
  if (isArtifact) return true
  const onPages = new Set(group.map(({ index }) => index)).size
  // Left pages may have another header than right ones: a number that counts the pages is evidence enough.
  const [, ...words] = group[0]?.key.split('#') ?? []
  if (
    onPages > 1 &&
    group[0]?.key !== '#' &&
    words.some((_, position) => numberShift(group, position) !== undefined)
  )
    return true
  if (onPages < 2 || onPages < pageCount * (pageCount <= 4 ? 0.6 : 0.35)) return false
  // Numbers that do not increase with the pages belong to the text.
  const key = group[0]?.key ?? ''
  return /^[#\s.|/-]*$/.test(key) ? numberShift(group, 0) !== undefined : true
}

function contains(line: FlowLine, fragment: Fragment): boolean {
  return (
    Math.abs(fragment.baseline - line.baseline) < Math.max(2, 0.6 * line.size) &&
    fragment.left >= line.left - 1 &&
    fragment.right <= line.right + 1
  )
}

/** Offset between the page index and the number at this position; undefined if it is not a page number. */
function numberShift(group: readonly Candidate[], position: number): number | undefined {
  const shifts = group.map(({ line, index }) => Number(line.text.match(/\d+/g)?.[position]) - (index + 1))
  return new Set(shifts).size === 1 && group.length > 1 ? shifts[0] : undefined
}

function runningLine(group: readonly Candidate[], pageCount: number): RunningLine {
  const sample = group.at(-1) as Candidate
  let position = 0
  const spans = joinLines([sample.line], new Set()).map(span => ({
    ...span,
    text: span.text.replace(/\d+/g, digits => {
      const shift = numberShift(group, position)
      position += 1
      if (shift !== undefined) return pageNumberMark
      return Number(digits) === pageCount && group.length > 1 && position > 1 ? pageCountMark : digits
    }),
  }))
  const { page, line, isHeader } = sample
  const distance = isHeader ? line.top - 0.13 * line.size : page.height - line.bottom
  return { spans, alignment: alignmentOf(sample), distance: Math.max(0, distance) }
}

function alignmentOf({ line, page }: Candidate): Alignment {
  const [before, after] = [line.left, page.width - line.right]
  if (Math.abs(before - after) < 0.06 * page.width) return 'center'
  return before > after ? 'end' : 'start'
}
