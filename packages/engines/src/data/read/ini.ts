/** INI and environment files: keys and values, the former in sections. All values are text. */
import { lineFailure } from '../values/data-failure.ts'
import type { DataMap, DataValue } from '../values/data-value.ts'

export interface KeyedContent {
  readonly value: DataMap
  readonly repeatedKeys: number
}

export function readIni(text: string): KeyedContent {
  const root: DataMap = new Map()
  let section = root
  let repeatedKeys = 0
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith(';') || line.startsWith('#') || line.startsWith('!')) continue
    const header = /^\[([^\]]+)\]\s*(?:[;#].*)?$/.exec(line)
    if (header !== null) {
      section = sectionOf(root, (header[1] ?? '').trim())
      continue
    }
    const separator = /[=:]/.exec(line)
    if (separator?.index === 0) throw lineFailure(index + 1, 'a value without a key')
    const key = separator === null ? line : line.slice(0, separator.index).trim()
    if (section.has(key)) repeatedKeys += 1
    section.set(key, separator === null ? null : unquote(line.slice(separator.index + 1).trim()))
  }
  return { value: root, repeatedKeys }
}

function sectionOf(root: DataMap, name: string): DataMap {
  const known = root.get(name)
  if (known instanceof Map) return known
  const section: DataMap = new Map()
  root.set(name, section)
  return section
}

/** A comment needs a space before it: passwords and colors contain `;` and `#`. */
function unquote(value: string): DataValue {
  return quotedIn(value) ?? value.replace(/(?<!\s)\s+[;#]\s[\s\S]*$/, '')
}

/** Up to the last mark that is followed by nothing or by a comment. */
function quotedIn(value: string): string | undefined {
  const mark = value.charAt(0)
  if (mark !== '"' && mark !== "'") return undefined
  for (let end = value.lastIndexOf(mark); end > 0; end = value.lastIndexOf(mark, end - 1))
    if (/^(?:$|\s+[;#])/.test(value.slice(end + 1))) return value.slice(1, end)
  return undefined
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', $: '$' }

/** Variables in values are not replaced. */
export function readEnv(text: string): KeyedContent {
  const value: DataMap = new Map()
  let repeatedKeys = 0
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const line = (lines[index] ?? '').trim()
    if (line === '' || line.startsWith('#')) continue
    const entry = /^(?:export\s+)?([\w.-]+)\s*=\s*([\s\S]*)$/.exec(line)
    if (entry === null) throw lineFailure(index + 1, 'not a variable')
    const [, key = '', rest = ''] = entry
    let given = rest
    // A quoted value may contain line breaks.
    const quote = /^["'`]/.exec(given)?.[0]
    for (const start = index; quote !== undefined && closingQuote(given, quote) < 0; ) {
      index += 1
      if (index >= lines.length) throw lineFailure(start + 1, 'a quote without an end')
      given += `\n${lines[index]}`
    }
    if (value.has(key)) repeatedKeys += 1
    value.set(key, envValue(given, quote))
  }
  return { value, repeatedKeys }
}

function closingQuote(text: string, quote: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at += 1
    else if (text[at] === quote) return at
  }
  return -1
}

function envValue(given: string, quote: string | undefined): string {
  if (quote === undefined) return given.replace(/(?<!\s)\s+#[\s\S]*$/, '')
  const inner = given.slice(1, closingQuote(given, quote))
  return quote === '"' ? inner.replace(/\\(.)/gs, (whole, code: string) => escapes[code] ?? whole) : inner
}
