/** Splits a page into columns, lines and tables with the layout analysis of the PDF engine. */
import type { AlignedTable } from '../../page-layout/aligned-table.ts'
import { type FlowLine, flowLines } from '../../page-layout/flow-lines.ts'
import { buildSegments, type Segment, segmentOf, type Word } from '../../page-layout/lines.ts'
import {
  blocksOf,
  columnGapOf,
  inWritingDirection,
  isSegment,
  orderBlocks,
  type Zone,
} from '../../page-layout/order-blocks.ts'
import { boxAround, type Fragment, rotatePoint } from '../../page-layout/page-model.ts'
import { type RegionPart, splitRegion } from '../../page-layout/regions.ts'
import type { OcrPage, OcrWord } from './ocr-page.ts'

export type PagePart =
  | {
      readonly kind: 'lines'
      readonly lines: readonly FlowLine[]
      readonly left: number
      readonly right: number
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (FlowLine | undefined)[])[] }

interface IndexedFragment extends Fragment {
  readonly index: number
}

const font = { name: '', isBold: false, isItalic: false, isMonospaced: false, hasSerifs: true }

/** In reading order. */
export function splitPage({ words }: OcrPage): PagePart[] {
  const linesOf = (segments: readonly Segment[]) =>
    flowLines(segments, () => undefined).map(line => withGluedWords(line, words))
  const all = words.map(fragmentOf)
  const columnGap = columnGapOf(all)
  const segmentsOf = (fragments: readonly IndexedFragment[]) =>
    buildSegments(fragments, columnGap).flatMap(segment => splitOffLinesBelow(segment, words))
  const byAngle = Map.groupBy(all, ({ angle }) => angle)
  return [...byAngle.entries()]
    .sort(([one], [other]) => one - other)
    .flatMap(([, fragments]) => {
      const blocks = blocksOf(fragments)
      if (blocks) {
        // Segments never join words of two blocks: gutters of newspapers are as narrow as wide word spaces.
        const zones = orderBlocks(blocks.map(segmentsOf))
        return zones.map(zone => partOf(zone, zones, linesOf))
      }
      const { left, right } = boxAround(
        fragments.map(({ left, right }) => ({ left, right, top: 0, bottom: 0 })),
      )
      return splitRegion(segmentsOf(fragments)).flatMap(part => partsOf(part, { left, right }, linesOf))
    })
}

/** Indices of all words, in the order of the text. */
export function readingOrderOf(page: OcrPage): number[] {
  const lines = splitPage(page).flatMap(part =>
    part.kind === 'lines' ? part.lines : part.rows.flatMap(row => row.flatMap(cell => cell ?? [])),
  )
  const ordered = lines.flatMap(({ words }) => words.map(indexOf))
  return [...new Set([...ordered, ...page.words.keys()])]
}

function partOf(zone: Zone, zones: readonly Zone[], linesOf: LinesOf): PagePart {
  if (zone.kind === 'table') return tablePart(zone.table, linesOf)
  const beside = zones.filter(other => other !== zone && other.top < zone.bottom && other.bottom > zone.top)
  const page = boxAround(zones)
  return {
    kind: 'lines',
    lines: linesOf(zone.segments),
    left: beside.some(({ right }) => right <= zone.left) ? zone.left : page.left,
    right: beside.some(({ left }) => left >= zone.right) ? zone.right : page.right,
  }
}

/** Text directly below a large word, like a name below a logo, is a separate line and not a subscript. */
function splitOffLinesBelow(segment: Segment, words: readonly OcrWord[]): Segment[] {
  const boxOf = (word: Word) => words[indexOf(word)] as OcrWord
  const hosts = segment.words.filter(({ script }) => script === undefined)
  const bottom = Math.max(...hosts.map(word => boxOf(word).bottom))
  const below = segment.words.filter(word => word.script === 'sub' && boxOf(word).top >= bottom)
  if (below.length === 0) return [segment]
  const lines = Map.groupBy(below, word => boxOf(word).line).values()
  return [
    segmentOf(segment.words.filter(word => !below.includes(word))),
    ...[...lines].map(line =>
      segmentOf(line.map(({ script: _, ...word }) => ({ ...word, isAfterSpace: true }))),
    ),
  ]
}

/** Index of the word on its page. */
export function indexOf(word: Word): number {
  return (word as Word & { readonly index: number }).index
}

/** Where Tesseract reports no space, the gap width is ignored. */
function withGluedWords(line: FlowLine, words: readonly OcrWord[]): FlowLine {
  const glued = line.words.map((word, at) => {
    const before = line.words[at - 1]
    const isGlued = before && words[indexOf(word)]?.isGlued && indexOf(before) === indexOf(word) - 1
    return isGlued ? { ...word, separator: '' as const } : word
  })
  return { ...line, words: glued, text: glued.map(({ separator, text }) => separator + text).join('') }
}

function fragmentOf(word: OcrWord, index: number): IndexedFragment {
  const angle = word.angle ?? 0
  const [left, baseline] =
    angle === 0 ? [word.left, word.baseline] : rotatePoint(word.left, word.baseline, angle)
  return {
    index,
    text: word.text,
    left,
    right: left + (word.right - word.left),
    baseline,
    size: word.size,
    font,
    color: '#000000',
    angle,
    isInvisible: false,
    isAfterSpace: true,
    isInReadingOrder: true,
    ...(word.block !== undefined && { block: word.block }),
  }
}

interface Bounds {
  readonly left: number
  readonly right: number
}

type LinesOf = (segments: readonly Segment[]) => readonly FlowLine[]

function partsOf(part: RegionPart, bounds: Bounds, linesOf: LinesOf): PagePart[] {
  if (part.kind === 'flow')
    return [{ kind: 'lines', lines: linesOf(part.items.filter(isSegment)), ...bounds }]
  if (part.kind === 'aligned-table') return [tablePart(part.table, linesOf)]
  return inWritingDirection(part.columns).flatMap(column => {
    const { left, right } = boxAround(column.map(boxOfPart))
    return column.flatMap(inner => partsOf(inner, { left, right }, linesOf))
  })
}

function tablePart({ rows }: AlignedTable, linesOf: LinesOf): PagePart {
  return {
    kind: 'table',
    rows: rows.map(row => row.map(cell => (cell.length === 0 ? undefined : joinCell(linesOf(cell))))),
  }
}

/** Multi-line cells are written on one line. */
function joinCell(lines: readonly FlowLine[]): FlowLine | undefined {
  const [first] = lines
  if (first === undefined) return undefined
  const words = lines.flatMap((line, index) =>
    line.words.map((word, at) => (at === 0 && index > 0 ? { ...word, separator: ' ' as const } : word)),
  )
  return { ...first, ...boxAround(lines), words, text: lines.map(({ text }) => text).join(' ') }
}

function boxOfPart(part: RegionPart): ReturnType<typeof boxAround> {
  if (part.kind === 'flow') return boxAround(part.items)
  if (part.kind === 'aligned-table') return part.table
  return boxAround(part.columns.flat().map(boxOfPart))
}
