/** Writes one or several tables: one file, or a ZIP archive of one for each. */
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import { JobFailure } from '../../process/job-failure.ts'
import { writeZip, type ZipEntry } from '../../write-zip.ts'
import { cellText, type DataMap, NumberText, writeJsonValue } from '../values/data-value.ts'
import type { DataTable, Row } from '../values/table.ts'
import { escapeXmlText } from '../xml/escape-xml.ts'
import { rowsOpen, writeXmlRow, xmlStart } from './xml.ts'
import { writeYamlItem } from './yaml.ts'

/** Writes tables as text, row by row. */
interface RowWriter {
  readonly start: string
  row(row: Row, index: number): string
  readonly end: string
}

function csvWriter({ columns }: DataTable, delimiter: string): RowWriter {
  const line = (cells: readonly (string | null)[]) =>
    `${cells.map(cell => csvCell(cell, delimiter, cells.length === 1)).join(delimiter)}\r\n`
  return { start: line(columns), row: row => line(row.map(cellText)), end: '' }
}

/** A missing value is an empty cell, an empty text a quoted one. */
function csvCell(cell: string | null, delimiter: string, isAlone: boolean): string {
  if (cell === null) return isAlone ? '""' : ''
  const needsQuotes = cell === '' || cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell)
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Cells with tabs or line breaks are quoted, as spreadsheet programs read them. */
function tsvWriter({ columns }: DataTable): RowWriter {
  const line = (cells: readonly (string | null)[]) => `${cells.map(tsvCell).join('\t')}\n`
  return { start: line(columns), row: row => line(row.map(cellText)), end: '' }
}

function tsvCell(cell: string | null): string {
  if (cell === null) return ''
  return /["\t\r\n]|^$|^\\N$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function mapOf(columns: readonly string[], row: Row): DataMap {
  const map: DataMap = new Map()
  for (const [index, name] of columns.entries()) {
    const value = row[index]
    if (value !== undefined) map.set(name, value)
  }
  return map
}

function jsonWriter({ columns }: DataTable): RowWriter {
  return {
    start: '[',
    row: (row, index) => `${index === 0 ? '' : ','}\n  ${writeJsonValue(mapOf(columns, row))}`,
    end: '\n]\n',
  }
}

function jsonLinesWriter({ columns }: DataTable): RowWriter {
  return { start: '', row: row => `${writeJsonValue(mapOf(columns, row))}\n`, end: '' }
}

function yamlWriter({ columns }: DataTable): RowWriter {
  return { start: '', row: row => writeYamlItem(mapOf(columns, row)), end: '' }
}

function xmlWriter({ columns }: DataTable): RowWriter {
  return { start: `${xmlStart}${rowsOpen}`, row: row => writeXmlRow(mapOf(columns, row)), end: '</rows>\n' }
}

const pageStyle =
  'body{font-family:sans-serif;margin:1rem}table{border-collapse:collapse}th,td{border:1px solid #999;padding:.25rem .5rem;text-align:left;white-space:pre-wrap}td.n{text-align:right}'

function htmlWriter({ name, columns }: DataTable): RowWriter {
  const title = escapeXmlText(name)
  const heads = columns.map(column => `<th scope="col">${escapeXmlText(column)}</th>`).join('')
  return {
    start: `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n<style>${pageStyle}</style>\n</head>\n<body>\n<table>\n<caption>${title}</caption>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n`,
    row: row => {
      const cells = row.map(value => {
        const kind = value instanceof NumberText ? ' class="n"' : ''
        return `<td${kind}>${escapeXmlText(cellText(value) ?? '')}</td>`
      })
      return `<tr>${cells.join('')}</tr>\n`
    },
    end: '</tbody>\n</table>\n</body>\n</html>\n',
  }
}

function markdownWriter({ columns }: DataTable): RowWriter {
  const line = (cells: readonly (string | null)[]) => `| ${cells.map(markdownCell).join(' | ')} |\n`
  return {
    start: `${line(columns)}|${columns.map(() => '---|').join('')}\n`,
    row: row => line(row.map(cellText)),
    end: '',
  }
}

function markdownCell(cell: string | null): string {
  return (cell ?? '').replace(/[\\|`*_<>[\]~#]/g, '\\$&').replace(/\r?\n|\r/g, '<br>')
}

const delimiterCharacters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type DelimiterName = keyof typeof delimiterCharacters

/** Undefined for formats that are not written row by row. */
export function rowWriterFor(
  table: DataTable,
  to: FormatId,
  delimiter: DelimiterName,
): RowWriter | undefined {
  if (to === 'csv') return csvWriter(table, delimiterCharacters[delimiter])
  if (to === 'tsv') return tsvWriter(table)
  if (to === 'json') return jsonWriter(table)
  if (to === 'jsonl') return jsonLinesWriter(table)
  if (to === 'yaml') return yamlWriter(table)
  if (to === 'xml') return xmlWriter(table)
  if (to === 'html') return htmlWriter(table)
  return to === 'md' ? markdownWriter(table) : undefined
}

const chunkCharacters = 128 * 1024

export async function* writeRows(table: DataTable, writer: RowWriter): AsyncGenerator<Uint8Array> {
  let text = writer.start
  let index = 0
  for await (const rows of table.batches())
    for (const row of rows) {
      text += writer.row(row, index)
      index += 1
      if (text.length < chunkCharacters) continue
      yield Buffer.from(text)
      text = ''
    }
  yield Buffer.from(text + writer.end)
}

/** Row groups and databases are written from memory. */
const maxRowsInMemory = 2_000_000

export async function collectRows(table: DataTable): Promise<readonly Row[]> {
  const all: Row[] = []
  for await (const rows of table.batches()) {
    if (all.length + rows.length > maxRowsInMemory) throw new JobFailure('result-too-large')
    all.push(...rows)
  }
  return all
}

/** One file for each table, named after it. */
export function zipOf(
  tables: readonly DataTable[],
  to: FormatId,
  contentOf: (table: DataTable) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  return writeZip(entriesOf(tables, to, contentOf))
}

async function* entriesOf(
  tables: readonly DataTable[],
  to: FormatId,
  contentOf: (table: DataTable) => AsyncIterable<Uint8Array>,
): AsyncGenerator<ZipEntry> {
  const used = new Set<string>()
  for (const table of tables) {
    const base = fileName(table.name)
    let name = base
    for (let count = 2; used.has(name.toLowerCase()); count++) name = `${base}-${count}`
    used.add(name.toLowerCase())
    const chunks: Uint8Array[] = []
    for await (const chunk of contentOf(table)) chunks.push(chunk)
    yield { name: `${name}.${formatExtension(to)}`, data: Buffer.concat(chunks) }
  }
}

/** Safe to extract anywhere: a table may be named `../../x`. */
function fileName(name: string): string {
  const safe = name
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, '_')
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
    .slice(0, 80)
  return safe === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(safe) ? `table-${safe}` : safe
}
