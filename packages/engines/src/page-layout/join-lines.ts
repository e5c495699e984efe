/** Joins the lines of a paragraph: inserts spaces at line breaks and removes hyphenation. */
import type { FlowLine, LineWord } from './flow-lines.ts'
import { isIdeograph } from './lines.ts'
import type { Span, SpanStyle } from './model.ts'

/** Words hyphenated within a line elsewhere in the document keep their hyphen at a line end. */
export type HyphenatedWords = ReadonlySet<string>

export function joinLines(lines: readonly FlowLine[], hyphenated: HyphenatedWords): Span[] {
  const spans: Span[] = []
  lines.forEach((line, index) => {
    const next = lines[index + 1]
    line.words.forEach((word, at) => {
      const isLast = at === line.words.length - 1
      const isHyphenRemoved = isLast && next !== undefined && isBrokenWord(word.text, next, hyphenated)
      const separator = at > 0 ? word.separator : lineSeparator(lines[index - 1], word, hyphenated)
      addWord(spans, word, separator, isHyphenRemoved ? word.text.slice(0, -1) : word.text)
    })
  })
  return spans
}

/** Joins the parts of a paragraph that is split across columns or pages. */
export function joinSpans(head: readonly Span[], tail: readonly Span[], hyphenated: HyphenatedWords): Span[] {
  const [last, first] = [head.at(-1), tail[0]]
  if (!last || !first) return [...head, ...tail]
  const isHyphenRemoved = isHyphenation(lastWord(last.text), firstWord(first.text), hyphenated)
  const keepsHyphen = endsWithHyphen.test(last.text)
  const text = isHyphenRemoved ? last.text.slice(0, -1) : last.text
  const space = keepsHyphen || (isIdeograph(text.slice(-1)) && isIdeograph(first.text.slice(0, 1))) ? '' : ' '
  const spans = [...head.slice(0, -1), { ...last, text: text + space }]
  for (const span of tail) pushSpan(spans, span)
  return spans
}

export function lineSeparator(
  previous: FlowLine | undefined,
  word: LineWord,
  hyphenated: HyphenatedWords,
): '' | ' ' {
  const last = previous?.words.at(-1)
  if (!last) return ''
  if (isHyphenation(last.text, word.text, hyphenated) || endsWithHyphen.test(last.text)) return ''
  if (/\S[—–/]$/u.test(last.text) || (/\d[-‐‑]$/.test(last.text) && /^\d/.test(word.text))) return ''
  return isIdeograph(last.text.slice(-1)) && isIdeograph(word.text.slice(0, 1)) ? '' : ' '
}

function isBrokenWord(text: string, next: FlowLine, hyphenated: HyphenatedWords): boolean {
  const [first] = next.words
  return first !== undefined && isHyphenation(text, first.text, hyphenated)
}

/** Fonts may map their hyphen to the character for a non-breaking one. */
const endsWithHyphen = /\p{L}[-‐‑]$/u
const keepsItsHyphen = /^(self|well|ex|half|all|quasi|cross)$/i

export function isHyphenation(text: string, next: string, hyphenated: HyphenatedWords): boolean {
  const head = /(?<!\p{L})(\p{L}{2,})[-‐‑]$/u.exec(text)?.[1]
  // Capitals continue capitals only.
  const tail =
    /^\p{Ll}+/u.exec(next)?.[0] ??
    (/^\p{Lu}+$/u.test(head ?? '') ? /^\p{Lu}{3,}(?!\p{Ll})/u.exec(next)?.[0] : undefined)
  if (head !== undefined && keepsItsHyphen.test(head)) return false
  return head !== undefined && tail !== undefined && !hyphenated.has(`${head}-${tail}`.toLowerCase())
}

function lastWord(text: string): string {
  return text.replace(/^.*\s/s, '')
}

function firstWord(text: string): string {
  return text.replace(/\s.*/s, '')
}

function addWord(spans: Span[], word: LineWord, separator: string, text: string): void {
  const style = styleOf(word)
  const span: Span = {
    text,
    style,
    ...(word.link !== undefined && { link: word.link }),
    ...(word.image && { image: word.image }),
  }
  const last = spans.at(-1)
  if (separator !== '' && last) {
    // A space belongs to the preceding span unless that is superscript or subscript.
    if (!last.image && !span.image && isSameStyle(last.style, style) && last.link === word.link)
      appendText(spans, separator + text)
    else if (last.image || last.style.script !== undefined)
      pushSpan(spans, { ...span, text: separator + text })
    else {
      appendText(spans, separator)
      pushSpan(spans, span)
    }
  } else pushSpan(spans, span)
}

function appendText(spans: Span[], text: string): void {
  const last = spans.at(-1)
  if (last?.image) spans.push({ text, style: last.style })
  else if (last) spans[spans.length - 1] = { ...last, text: last.text + text }
}

function pushSpan(spans: Span[], span: Span): void {
  const last = spans.at(-1)
  if (last && !span.image && !last.image && isSameStyle(last.style, span.style) && last.link === span.link)
    appendText(spans, span.text)
  else spans.push(span)
}

function styleOf(word: LineWord): SpanStyle {
  return {
    fontName: word.font.name,
    size: Math.round(word.size * 2) / 2,
    isBold: word.font.isBold,
    isItalic: word.font.isItalic,
    isMonospaced: word.font.isMonospaced,
    hasSerifs: word.font.hasSerifs,
    isUnderlined: word.isUnderlined,
    ...(word.isStruck && { isStruck: true }),
    ...(word.highlight !== undefined && { highlight: word.highlight }),
    color: word.color,
    script: word.script,
  }
}

function isSameStyle(one: SpanStyle, other: SpanStyle): boolean {
  return (
    one.fontName === other.fontName &&
    one.size === other.size &&
    one.isBold === other.isBold &&
    one.isItalic === other.isItalic &&
    one.isUnderlined === other.isUnderlined &&
    one.isStruck === other.isStruck &&
    one.highlight === other.highlight &&
    one.color === other.color &&
    one.script === other.script
  )
}
