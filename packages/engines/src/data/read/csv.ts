/** CSV and TSV: delimiter and encoding are recognized, quoted cells may contain both, and a header is optional. */
import { findEncoding } from '../../translation/documents/encoding/find-encoding.ts'
import { unsupportedData } from '../values/data-failure.ts'
import { maxColumns } from '../values/table.ts'

/** A quoted cell is text, even if it is empty; an unquoted empty one is missing. */
export type TextRow = (string | null)[]

export interface CsvSource {
  readonly delimiter: string
  /** Starts again with each call. */
  rows(): Generator<TextRow>
}

const sampleBytes = 65_536
const chunkBytes = 1024 * 1024
const candidates = [',', ';', '\t', '|']

export function openCsv(input: Buffer, isTabs: boolean): CsvSource {
  const { encoding } = findEncoding(input, undefined)
  const head = new TextDecoder(encoding).decode(input.subarray(0, sampleBytes))
  const named = /^sep=(.)\r?\n/i.exec(head)?.[1]
  const delimiter = isTabs ? '\t' : (named ?? findDelimiter(head))
  return {
    delimiter,
    *rows() {
      const parser = createParser(delimiter, isTabs)
      const decoder = new TextDecoder(encoding)
      for (let at = 0; at < input.length; at += chunkBytes) {
        const chunk = input.subarray(at, at + chunkBytes)
        yield* parser.add(decoder.decode(chunk, { stream: at + chunkBytes < input.length }))
      }
      yield* parser.finish()
    },
  }
}

/** The one that gives the most rows the same number of cells, more than one. */
function findDelimiter(head: string): string {
  // The last row of the sample may be cut.
  const sample = head.length < sampleBytes / 2 ? head : head.slice(0, head.lastIndexOf('\n') + 1)
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of candidates) {
    const parser = createParser(delimiter, false)
    const rows = [...parser.add(sample), ...parser.finish()].slice(0, 200)
    const counts = Map.groupBy(rows, row => row.length)
    const [width = 1, same = []] = [...counts].toSorted((a, b) => b[1].length - a[1].length)[0] ?? []
    const score = width < 2 ? 0 : same.length / rows.length + Math.min(width, 50) / 1000
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** A state machine over chunks of text. */
function createParser(delimiter: string, isTabs: boolean) {
  const special = new RegExp(`["\\r\\n${delimiter === '|' ? '\\|' : delimiter}]`, 'g')
  let row: TextRow = []
  let cell = ''
  /** `closed` is behind a quote that may be the first of two. */
  let state: 'plain' | 'quoted' | 'closed' = 'plain'
  let wasQuoted = false
  let isAfterReturn = false
  let isFirst = true

  function endCell(): void {
    const isMissing = !wasQuoted && (cell === '' || (isTabs && cell === '\\N'))
    row.push(isMissing ? null : cell)
    if (row.length > maxColumns) throw unsupportedData('more columns than a table can have')
    cell = ''
    wasQuoted = false
  }

  function* endRow(): Generator<TextRow> {
    const isBlank = row.length === 0 && cell === '' && !wasQuoted
    if (isBlank) return
    endCell()
    const done = row
    row = []
    const isHint = isFirst && isDelimiterHint(done)
    isFirst = false
    if (!isHint) yield done
  }

  /** Both return the position behind what they read. */
  function readQuoted(text: string, at: number): number {
    const quote = text.indexOf('"', at)
    cell += text.slice(at, quote < 0 ? text.length : quote)
    if (quote < 0) return text.length
    state = 'closed'
    return quote + 1
  }

  function* readPlain(text: string, at: number): Generator<TextRow, number> {
    special.lastIndex = at
    const next = special.exec(text)?.index ?? text.length
    cell += text.slice(at, next)
    if (next > at) isAfterReturn = false
    const character = text[next]
    if (character === '"') takeQuote()
    else if (character === delimiter) endCell()
    else if (character === '\r' || (character === '\n' && !isAfterReturn)) yield* endRow()
    if (character !== undefined) isAfterReturn = character === '\r'
    return next + 1
  }

  /** In the middle of an unquoted cell it is a character like any other. */
  function takeQuote(): void {
    if (cell !== '' || wasQuoted) cell += '"'
    else {
      state = 'quoted'
      wasQuoted = true
    }
  }

  return {
    *add(text: string): Generator<TextRow> {
      for (let at = 0; at < text.length; ) {
        if (state === 'closed' && text[at] === '"') {
          cell += '"'
          state = 'quoted'
          at += 1
        } else if (state === 'quoted') at = readQuoted(text, at)
        else {
          state = 'plain'
          at = yield* readPlain(text, at)
        }
      }
    },
    finish: endRow,
  }
}

/** Spreadsheet programs write the delimiter in a first line `sep=;`. */
function isDelimiterHint(row: TextRow): boolean {
  const [first, second] = row
  if (row.length === 1) return /^sep=.?$/i.test(first ?? '')
  return row.length === 2 && /^sep=$/i.test(first ?? '') && second === null
}
