/** Writes one or several tables: one file, or a ZIP archive of one for each. */
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import { JobFailure } from '../../process/job-failure.ts'
import { writeZip, type ZipEntry } from '../../write-zip.ts'
import type { DataTable, Row } from '../values/table.ts'
import {
  csvWriter,
  htmlWriter,
  jsonLinesWriter,
  jsonWriter,
  markdownWriter,
  type RowWriter,
  tsvWriter,
  xmlWriter,
  yamlWriter,
} from './table.ts'

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
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 80)
  return safe === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(safe) ? `table-${safe}` : safe
}
