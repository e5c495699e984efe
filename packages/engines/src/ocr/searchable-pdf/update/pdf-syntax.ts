/** Minimal PDF tokenizer that splits arrays and dictionaries; values are kept as source text. */

/** Names without the leading slash. */
export type PdfDictionary = ReadonlyMap<string, string>

export class PdfSyntaxError extends Error {
  override readonly name = 'PdfSyntaxError'
}

/** Bounds recursion: deep nesting in a hostile file must not overflow the stack. */
const maxDepth = 200
const space = /[\0\t\n\f\r ]/
const delimiter = /[\0\t\n\f\r ()<>[\]{}/%]/

export function skipSpace(text: string, start: number): number {
  let at = start
  for (;;) {
    while (at < text.length && space.test(text[at] as string)) at += 1
    if (text[at] !== '%') return at
    while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  }
}

/** End offset of the value at `start`; an indirect reference counts as one value. */
function endOfValue(text: string, start: number, depth = 0): number {
  if (depth > maxDepth) throw new PdfSyntaxError('Values are nested too deep')
  const sign = text[start]
  if (sign === undefined) throw new PdfSyntaxError('A value is missing')
  if (sign === '(') return endOfString(text, start)
  if (sign === '[') return endOfList(text, start + 1, ']', depth)
  if (text.startsWith('<<', start)) return endOfList(text, start + 2, '>>', depth)
  if (sign === '<') {
    const end = text.indexOf('>', start)
    if (end < 0) throw new PdfSyntaxError('A string does not end')
    return end + 1
  }
  const reference = /\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?![A-Za-z])/y
  reference.lastIndex = start
  if (reference.test(text)) return reference.lastIndex
  let at = start + 1
  while (at < text.length && !delimiter.test(text[at] as string)) at += 1
  return at
}

function endOfString(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  throw new PdfSyntaxError('A string does not end')
}

function endOfList(text: string, start: number, end: string, depth: number): number {
  let at = skipSpace(text, start)
  while (!text.startsWith(end, at)) at = skipSpace(text, endOfValue(text, at, depth + 1))
  return at + end.length
}

export function readDictionary(text: string, start = 0): PdfDictionary {
  let at = skipSpace(text, start)
  if (!text.startsWith('<<', at)) throw new PdfSyntaxError('No dictionary is here')
  const entries = new Map<string, string>()
  at = skipSpace(text, at + 2)
  while (!text.startsWith('>>', at)) {
    if (text[at] !== '/') throw new PdfSyntaxError('A name is missing')
    const nameEnd = endOfValue(text, at)
    const valueStart = skipSpace(text, nameEnd)
    const valueEnd = endOfValue(text, valueStart)
    entries.set(text.slice(at + 1, nameEnd), text.slice(valueStart, valueEnd))
    at = skipSpace(text, valueEnd)
  }
  return entries
}

export function writeDictionary(entries: PdfDictionary): string {
  return `<< ${[...entries].map(([name, value]) => `/${name} ${value}`).join(' ')} >>`
}

/** Elements of an array as source text. */
export function readArray(text: string): string[] {
  const values: string[] = []
  let at = skipSpace(text, 1)
  while (text[at] !== ']') {
    const end = endOfValue(text, at)
    values.push(text.slice(at, end))
    at = skipSpace(text, end)
  }
  return values
}

/** Object number of an indirect reference. */
export function referenceOf(value: string | undefined): number | undefined {
  const found = value?.match(/^(\d+)\s+\d+\s+R$/)
  return found ? Number(found[1]) : undefined
}
