/** Writes recognized pages as plain text: either with the layout of the page or as flowing paragraphs. */
import type { FlowLine, LineWord } from '../../page-layout/flow-lines.ts'
import { type HyphenatedWords, isHyphenation, lineSeparator } from '../../page-layout/join-lines.ts'
import { groupLines } from '../../page-layout/paragraphs.ts'
import { textWidth } from '../../pdf/write-plain-text/text-width.ts'
import type { OcrPage } from './ocr-page.ts'
import { indexOf, type PagePart, splitPage } from './page-parts.ts'

export interface TextOptions {
  readonly preservesLayout: boolean
  readonly includesConfidence: boolean
}

export interface ComposedText {
  readonly text: string
  readonly words: readonly WrittenWord[]
  /** Mean over all characters; undefined if there are none. */
  readonly confidence: number | undefined
}

const maxBlankLines = 2
const maxSpaces = 60
const cellGap = 2

export function composeText(pages: readonly OcrPage[], options: TextOptions): ComposedText {
  const builder = createTextBuilder()
  for (const page of pages) {
    const writer = { page, builder, options, start: builder.length }
    if (page.words.length === 0) continue
    if (builder.length > 0) builder.add('\n\n')
    if (options.preservesLayout) writePreservingLayout(writer, splitPage(page))
    else writeFlowing(writer, splitPage(page))
  }
  const confidence = confidenceOf(pages.flatMap(({ words }) => words))
  if (options.includesConfidence && confidence !== undefined)
    builder.add(`\n\nOverall confidence: ${Math.round(confidence)}%`)
  if (builder.length > 0) builder.add('\n')
  return { ...builder.finish(), confidence }
}

export function confidenceOf(words: readonly { text: string; confidence: number }[]): number | undefined {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0)
  if (characters === 0) return undefined
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / characters
}

interface Writer {
  readonly page: OcrPage
  readonly builder: TextBuilder
  readonly options: TextOptions
}

function writePreservingLayout(writer: Writer, parts: readonly PagePart[]): void {
  const letter = letterWidth(writer.page)
  parts.forEach((part, at) => {
    if (at > 0) writer.builder.add('\n\n')
    if (part.kind === 'table') writeTable(writer, part.rows)
    else writeLines(writer, part, letter)
  })
}

function writeLines(
  writer: Writer,
  { lines, left }: { readonly lines: readonly FlowLine[]; readonly left: number },
  letter: number,
): void {
  const leading = typicalPitch(lines)
  lines.forEach((line, index) => {
    const last = lines[index - 1]
    if (last) writer.builder.add('\n'.repeat(1 + blankLines(last, line, leading)))
    startLine(writer, [line])
    const indent = line.isRightToLeft ? 0 : Math.round((line.left - left) / letter)
    writer.builder.add(' '.repeat(Math.max(0, Math.min(maxSpaces, indent))))
    writeLine(writer, line, letter)
  })
}

interface Pitch {
  readonly size: number
  /** Baseline distance within paragraphs. */
  readonly points: number
}

/** Lower quartile: paragraph spacing only ever increases the distance. */
function typicalPitch(lines: readonly FlowLine[]): Pitch {
  const sizes = lines.map(line => line.size).sort((a, b) => a - b)
  const size = sizes[sizes.length >> 1] ?? 10
  const pitches = lines
    .slice(1)
    .map((line, index) => line.baseline - (lines[index]?.baseline ?? 0))
    .filter(points => points > 0.6 * size && points < 3 * size)
    .sort((a, b) => a - b)
  return { size, points: pitches[Math.floor(pitches.length / 4)] ?? 1.4 * size }
}

function blankLines(last: FlowLine, line: FlowLine, typical: Pitch): number {
  const growth = Math.max(1, Math.max(last.size, line.size) / typical.size)
  const pitch = (line.baseline - last.baseline) / (typical.points * growth)
  if (pitch < 1.35) return 0
  return Math.min(maxBlankLines, Math.max(1, Math.round(pitch) - 1))
}

function writeLine(writer: Writer, line: FlowLine, letter: number): void {
  line.words.forEach((word, at) => {
    const last = line.words[at - 1]
    if (last && word.separator === '\t') {
      const gap = Math.max(word.left - last.right, last.left - word.right)
      writer.builder.add(' '.repeat(Math.max(2, Math.min(maxSpaces, Math.round(gap / letter)))))
    } else writer.builder.add(at === 0 ? '' : word.separator)
    writeWord(writer, word, word.text)
  })
}

/** Median letter width of the page, the unit for indents. */
function letterWidth({ words }: OcrPage): number {
  const widths = words
    .filter(({ text, angle }) => textWidth(text) > 2 && angle === undefined)
    .map(({ text, left, right }) => (right - left) / textWidth(text))
    .sort((a, b) => a - b)
  return Math.max(1, widths[widths.length >> 1] ?? 6)
}

type Rows = readonly (readonly (FlowLine | undefined)[])[]

function writeTable(writer: Writer, rows: Rows): void {
  const columns = Math.max(...rows.map(row => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map(row => textWidth(plainOf(row[column])))),
  )
  rows.forEach((row, at) => {
    if (at > 0) writer.builder.add('\n')
    startLine(
      writer,
      row.flatMap(cell => cell ?? []),
    )
    const last = row.findLastIndex(cell => cell !== undefined)
    row.slice(0, last + 1).forEach((cell, column) => {
      if (cell) writeCell(writer, cell)
      if (column < last)
        writer.builder.add(' '.repeat((widths[column] ?? 0) - textWidth(plainOf(cell)) + cellGap))
    })
  })
}

function plainOf(cell: FlowLine | undefined): string {
  return (
    cell?.words
      .map(({ text, separator }, at) => (at === 0 ? '' : plainSeparator(separator)) + text)
      .join('') ?? ''
  )
}

function plainSeparator(separator: LineWord['separator']): string {
  return separator === '\t' ? ' ' : separator
}

function writeCell(writer: Writer, cell: FlowLine): void {
  cell.words.forEach((word, at) => {
    if (at > 0) writer.builder.add(plainSeparator(word.separator))
    writeWord(writer, word, word.text)
  })
}

function writeFlowing(writer: Writer, parts: readonly PagePart[]): void {
  const hyphenated = hyphenatedWords(writer.page)
  parts.forEach((part, at) => {
    if (at > 0) writer.builder.add('\n\n')
    if (part.kind === 'table') {
      part.rows.forEach((row, index) => {
        const cells = row.flatMap(cell => cell ?? [])
        if (index > 0) writer.builder.add('\n')
        startLine(writer, cells)
        cells.forEach((cell, column) => {
          if (column > 0) writer.builder.add(' ')
          writeCell(writer, cell)
        })
      })
      return
    }
    groupLines(part.lines, part).forEach((lines, index) => {
      if (index > 0) writer.builder.add('\n\n')
      startLine(writer, lines)
      writeParagraph(writer, lines, hyphenated)
    })
  })
}

function writeParagraph(writer: Writer, lines: readonly FlowLine[], hyphenated: HyphenatedWords): void {
  lines.forEach((line, index) => {
    const next = lines[index + 1]
    line.words.forEach((word, at) => {
      const isLast = at === line.words.length - 1
      const isHyphenRemoved =
        isLast && next !== undefined && isHyphenation(word.text, next.words[0]?.text ?? '', hyphenated)
      writer.builder.add(
        at > 0 ? plainSeparator(word.separator) : lineSeparator(lines[index - 1], word, hyphenated),
      )
      writeWord(writer, word, isHyphenRemoved ? word.text.slice(0, -1) : word.text)
    })
  })
}

function hyphenatedWords({ words }: OcrPage): HyphenatedWords {
  const found = words.flatMap(({ text }) =>
    [...text.toLowerCase().matchAll(/(?<!\p{L})\p{L}+-\p{L}+/gu)].map(([word]) => word),
  )
  return new Set(found)
}

function writeWord({ page, builder }: Writer, word: LineWord, text: string): void {
  builder.addWord(page.page, indexOf(word), text)
}

function startLine({ page, builder, options }: Writer, lines: readonly FlowLine[]): void {
  if (!options.includesConfidence) return
  const words = lines.flatMap(line => line.words.flatMap(word => page.words[indexOf(word)] ?? []))
  builder.add(`[${Math.round(confidenceOf(words) ?? 0)}%] `)
}

interface WrittenWord {
  readonly page: number
  /** Index of the word on its page. */
  readonly index: number
  /** As written, possibly without its hyphen at the end of a line. */
  readonly text: string
  readonly start: number
  readonly end: number
}

interface TextBuilder {
  add(text: string): void
  addWord(page: number, index: number, text: string): void
  readonly length: number
  finish(): { readonly text: string; readonly words: readonly WrittenWord[] }
}

/** Builds the output text and records the offsets of each word. */
function createTextBuilder(): TextBuilder {
  const parts: string[] = []
  const words: WrittenWord[] = []
  let length = 0
  const add = (text: string) => {
    parts.push(text)
    length += text.length
  }
  return {
    add,
    addWord(page, index, text) {
      words.push({ page, index, text, start: length, end: length + text.length })
      add(text)
    },
    get length() {
      return length
    },
    finish: () => ({ text: parts.join(''), words }),
  }
}
