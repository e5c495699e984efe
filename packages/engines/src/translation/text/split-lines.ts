/** Divides a text into what is translated and what is copied: line ends, indentation, list marks, code. */
import type { LanguageId } from '@filesmith/contract/languages'
import { isWrittenWithoutSpaces } from './join-sentences.ts'

/** A line end inside running text. */
export interface SoftBreak {
  /** In the text of the flow: where a space stands in its place, if the script has spaces. */
  readonly offset: number
  /** The line end itself and how the next line begins. */
  readonly insert: string
}

export type TextPart =
  | { readonly kind: 'copied'; readonly text: string }
  | { readonly kind: 'flow'; readonly text: string; readonly breaks: readonly SoftBreak[] }

interface Line {
  readonly prefix: string
  readonly hasMark: boolean
  readonly body: string
  /** Spaces at its end, and the line end. */
  readonly end: string
  readonly isCode: boolean
}

const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
const listMark =
  /^(?:[-*+•‣◦▪●○■·–—]|\(?\d{1,3}[.)]|\d{1,3}(?:\.\d{1,3})+\.?|\(?[a-z][.)]|[A-Z]\)|[IVX]{1,5}[.)]|#{1,6}|\[[ xX]\]|[①-⑳]|第[一二三四五六七八九十\d]+[章节条])\s+/u
const quoteMark = /^(?:>\s?)+/
/** Columns: what stands in them has nothing to do with each other. */
const column = /\t+| {3,}|\s{0,20}\|\s{0,20}/

export function splitLines(text: string, language: LanguageId): TextPart[] {
  const lines = readLines(text)
  const parts: TextPart[] = []
  for (let at = 0; at < lines.length; ) {
    const block = takeBlock(lines, at)
    at += block.length
    for (const part of blockParts(block, language)) parts.push(part)
  }
  return parts
}

function readLines(text: string): Line[] {
  const pieces = text.split(new RegExp(`(${lineEnd.source})`))
  const lines: Line[] = []
  let fence: string | undefined
  let isAfterBlank = true
  for (let at = 0; at < pieces.length; at += 2) {
    const whole = pieces[at] ?? ''
    const lineBreak = pieces[at + 1] ?? ''
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

/** Prose can be indented, too: it is code only when it also looks like it. */
function isIndentedCode(line: string, isAfterBlank: boolean, isAfterCode: boolean): boolean {
  if (!/^(?: {4,}|\t)\S/.test(line) || line.length > 400 || !(isAfterBlank || isAfterCode)) return false
  const code = line.trim()
  return /[;{}]$|^[$>#] |^(?:def|class|import|from|return|if|for|while|const|let|var|function|public|private|#include|SELECT)\b.*[(=:;{]|\w\(.*\)$|[=!<>]=|=>|->|::/.test(
    code,
  )
}

/** Lines that may belong together: no blank one between them, and none that begins something of its own. */
function takeBlock(lines: readonly Line[], from: number): Line[] {
  const block: Line[] = []
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined) break
    const isAlone = line.isCode || line.body === '' || column.test(line.body)
    if (block.length > 0 && (isAlone || line.hasMark || !isSamePlace(block, line))) break
    block.push(line)
    if (isAlone) break
  }
  return block
}

/** Quoted lines go with quoted ones; below a list mark the text may stand further in. */
function isSamePlace(block: readonly Line[], line: Line): boolean {
  const first = block[0]
  if (first === undefined) return true
  const quote = (prefix: string) => prefix.replace(/[^>]/g, '')
  return quote(first.prefix) === quote(line.prefix)
}

function blockParts(block: readonly Line[], language: LanguageId): TextPart[] {
  const parts: TextPart[] = []
  let text = ''
  let breaks: SoftBreak[] = []
  const finish = () => {
    if (text !== '') for (const part of columnParts(text, breaks)) parts.push(part)
    text = ''
    breaks = []
  }
  const shape = shapeOf(block)
  for (const [index, line] of block.entries()) {
    const isWrapped = index > 0 && goesOnBelow(block, index, shape, language)
    if (isWrapped) {
      const before = block[index - 1]?.end ?? ''
      breaks.push({ offset: text.length, insert: before + line.prefix })
      text += isWrittenWithoutSpaces(language) && !/[\p{Script=Latin}\d,.;:]/u.test(text.slice(-1)) ? '' : ' '
    } else {
      if (index > 0) parts.push(copied(block[index - 1]?.end ?? ''))
      parts.push(copied(line.prefix))
    }
    if (line.isCode) parts.push(copied(line.body))
    else text += line.body
    const next = block[index + 1]
    if (next === undefined || !goesOnBelow(block, index + 1, shape, language)) finish()
  }
  parts.push(copied(block.at(-1)?.end ?? ''))
  return parts.filter(part => part.text !== '')
}

interface BlockShape {
  readonly width: number
  /** Every line but the last goes nearly to the end. */
  readonly isFull: boolean
}

function shapeOf(block: readonly Line[]): BlockShape {
  const widths = block.map(({ prefix, body }) => prefix.length + body.length)
  const width = widths.reduce((most, each) => Math.max(most, each), 0)
  const isFull = block.length > 2 && widths.slice(0, -1).every(each => each > width * 0.75)
  return { width, isFull }
}

/** Whether line `index` only begins because the one above it was full. */
function goesOnBelow(
  block: readonly Line[],
  index: number,
  { width, isFull }: BlockShape,
  language: LanguageId,
): boolean {
  const [above, line] = [block[index - 1], block[index]]
  if (above === undefined || line === undefined) return false
  const room = width - above.prefix.length - above.body.length
  if (isWrittenWithoutSpaces(language)) return width >= 20 && room <= 2
  const firstWord = /^\S*/.exec(line.body)?.[0] ?? ''
  if (width < 40 || firstWord.length < room) return false
  if (/^\p{Ll}/u.test(line.body)) return true
  return isFull && width >= 55
}

function columnParts(text: string, breaks: readonly SoftBreak[]): TextPart[] {
  if (breaks.length > 0 || !column.test(text)) return [{ kind: 'flow', text, breaks }]
  return text
    .split(new RegExp(`(${column.source})`))
    .map((piece, index) =>
      index % 2 === 1 ? copied(piece) : { kind: 'flow' as const, text: piece, breaks: [] },
    )
}

function copied(text: string): TextPart {
  return { kind: 'copied', text }
}
