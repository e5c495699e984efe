/** Splits text into translatable flows and parts that are copied: line breaks, indentation, list markers, code. */
import type { LanguageId } from '@filesmith/contract/languages'
import { elementAt } from '../../element-at.ts'
import { isWrittenWithoutSpaces } from './join-sentences.ts'

/** A line break within running text. */
export interface SoftBreak {
  /** Offset in the flow, at a space if the script has spaces. */
  readonly offset: number
  /** The line break and the prefix of the next line. */
  readonly insert: string
}

export type TextSegment =
  | { readonly kind: 'copied'; readonly text: string }
  | { readonly kind: 'flow'; readonly text: string; readonly breaks: readonly SoftBreak[] }

interface Line {
  readonly prefix: string
  readonly hasMark: boolean
  readonly body: string
  /** Trailing spaces and the line break. */
  readonly end: string
  readonly isCode: boolean
}

const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
const listMark =
  /^(?:[-*+•‣◦▪●○■·–—]|\(?\d{1,3}[.)]|\d{1,3}(?:\.\d{1,3})+\.?|\(?[a-z][.)]|[A-Z]\)|[IVX]{1,5}[.)]|#{1,6}|\[[ xX]\]|[①-⑳]|第[一二三四五六七八九十\d]+[章节条])\s+/u
const quoteMark = /^(?:>\s?)+/
/** Column separators: text in different columns is independent. */
const column = /\t+| {3,}|\s{0,2}\|\s{0,20}/

export function splitTextLines(text: string, language: LanguageId): TextSegment[] {
  const lines = readLines(text)
  const parts: TextSegment[] = []
  for (let at = 0; at < lines.length; ) {
    const block = nextBlock(lines, at)
    at += block.length
    for (const part of blockParts(block, language)) parts.push(part)
  }
  return parts
}

function readLines(text: string): Line[] {
  const parts = text.split(new RegExp(`(${lineEnd.source})`))
  const lines: Line[] = []
  let fence: string | undefined
  let isAfterBlank = true
  for (let at = 0; at < parts.length; at += 2) {
    const whole = elementAt(parts, at)
    const lineBreak = parts[at + 1] ?? ''
    const mark = /^\s*(`{3,}|~{3,})/.exec(whole)?.[1]
    const isFence = mark !== undefined && (fence === undefined || mark.startsWith(fence))
    const isCode: boolean =
      fence !== undefined || isFence || isIndentedCode(whole, isAfterBlank, lines.at(-1)?.isCode === true)
    if (isFence) fence = fence === undefined ? mark : undefined
    isAfterBlank = whole.trim() === ''
    lines.push(readLine(whole, lineBreak, isCode))
  }
  return lines
}

function readLine(whole: string, lineBreak: string, isCode: boolean): Line {
  const body = whole.trimEnd()
  let rest = body.trimStart()
  const quote = quoteMark.exec(rest)?.[0] ?? ''
  rest = rest.slice(quote.length).trimStart()
  let hasMark = false
  for (let mark = listMark.exec(rest); mark; mark = listMark.exec(rest)) {
    hasMark = true
    rest = rest.slice(mark[0].length)
  }
  const prefix = body.slice(0, body.length - rest.length)
  return { prefix, hasMark, body: rest, end: whole.slice(body.length) + lineBreak, isCode }
}

/** Indented prose is possible, so the line must also resemble code. */
function isIndentedCode(line: string, isAfterBlank: boolean, isAfterCode: boolean): boolean {
  if (!/^(?: {4,}|\t)\S/.test(line) || line.length > 400 || !(isAfterBlank || isAfterCode)) return false
  const code = line.trim()
  if (code.endsWith(')') && /\w\(/.test(code)) return true
  return /[;{}]$|^[$>#] |^(?:def|class|import|from|return|if|for|while|const|let|var|function|public|private|#include|SELECT)\b.*[(=:;{]|[=!<>]=|=>|->|::/.test(
    code,
  )
}

/** Lines that may belong together: no blank line between them, and none that starts a new item. */
function nextBlock(lines: readonly Line[], from: number): Line[] {
  const block: Line[] = []
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined) break
    const isAlone = line.isCode || line.body === '' || column.test(line.body)
    if (block.length > 0 && (isAlone || line.hasMark || !hasSameQuoteDepth(block, line))) break
    block.push(line)
    if (isAlone) break
  }
  return block
}

/** Quoted lines only continue quoted lines; text below a list marker may be indented further. */
function hasSameQuoteDepth(block: readonly Line[], line: Line): boolean {
  const first = block[0]
  if (first === undefined) return true
  const quote = (prefix: string) => prefix.replace(/[^>]/g, '')
  return quote(first.prefix) === quote(line.prefix)
}

function blockParts(block: readonly Line[], language: LanguageId): TextSegment[] {
  const parts: TextSegment[] = []
  let text = ''
  let breaks: SoftBreak[] = []
  const finish = () => {
    if (text !== '') for (const part of columnParts(text, breaks)) parts.push(part)
    text = ''
    breaks = []
  }
  const shape = shapeOf(block)
  for (const [index, line] of block.entries()) {
    const isWrapped = index > 0 && continuesBelow(block, index, shape, language)
    if (isWrapped) {
      const before = elementAt(block, index - 1).end
      breaks.push({ offset: text.length, insert: before + line.prefix })
      text += isWrittenWithoutSpaces(language) && !/[\p{Script=Latin}\d,.;:]/u.test(text.slice(-1)) ? '' : ' '
    } else {
      if (index > 0) parts.push(copied(elementAt(block, index - 1).end))
      parts.push(copied(line.prefix))
    }
    if (line.isCode) parts.push(copied(line.body))
    else text += line.body
    const next = block[index + 1]
    if (next === undefined || !continuesBelow(block, index + 1, shape, language)) finish()
  }
  for (const { end } of block.slice(-1)) parts.push(copied(end))
  return parts.filter(part => part.text !== '')
}

interface BlockShape {
  readonly width: number
  /** All lines but the last are nearly full. */
  readonly isFull: boolean
}

function shapeOf(block: readonly Line[]): BlockShape {
  const widths = block.map(({ prefix, body }) => prefix.length + body.length)
  const width = widths.reduce((max, each) => Math.max(max, each), 0)
  const isFull = block.length > 2 && widths.slice(0, -1).every(each => each > width * 0.75)
  return { width, isFull }
}

/** Whether line `index` continues the line above, which was wrapped. */
function continuesBelow(
  block: readonly Line[],
  index: number,
  { width, isFull }: BlockShape,
  language: LanguageId,
): boolean {
  const [above, line] = [block[index - 1], block[index]]
  if (above === undefined || line === undefined) return false
  const space = width - above.prefix.length - above.body.length
  if (isWrittenWithoutSpaces(language)) return width >= 20 && space <= 2
  const firstWord = line.body.replace(/\s.*/s, '')
  if (width < 40 || firstWord.length < space) return false
  if (/^\p{Ll}/u.test(line.body)) return true
  return isFull && width >= 55
}

function columnParts(text: string, breaks: readonly SoftBreak[]): TextSegment[] {
  if (breaks.length > 0 || !column.test(text)) return [{ kind: 'flow', text, breaks }]
  return text
    .split(new RegExp(`(${column.source})`))
    .map((cell, index) =>
      index % 2 === 1 ? copied(cell) : { kind: 'flow' as const, text: cell, breaks: [] },
    )
}

function copied(text: string): TextSegment {
  return { kind: 'copied', text }
}
