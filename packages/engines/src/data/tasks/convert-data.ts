/** Converts tables and structured data. */
import { convertData } from '@filesmith/contract/operations/convert-data'
import type { z } from 'zod'
import { formatIn } from '../../ability.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { dataReaders } from '../read/registry.ts'
import type { DataReport } from '../request.ts'
import type { DataValue } from '../values/data-value.ts'
import type { DataTable, ReadData } from '../values/table.ts'
import { tablesOfValue } from '../values/to-tables.ts'
import { createPreview } from '../write/preview.ts'
import { collectRows, type DelimiterName, rowWriterFor, writeRows, zipOf } from '../write/tables.ts'
import type { DataResult, DataTask } from './task.ts'

type DataOptions = Omit<z.output<typeof convertData.options>, 'outputFormat'>
type DataOutput = (typeof convertData.outputs)[number]

const treeOutputs: readonly DataOutput[] = ['json', 'yaml', 'toml', 'xml', 'ini', 'env']

export async function convertDataFile(task: DataTask<DataOptions>): Promise<DataResult> {
  const { input, name, options } = task
  const from = formatIn(convertData.inputs, task.from)
  const to = formatIn(convertData.outputs, task.to)
  const wantsTables = !treeOutputs.includes(to)
  const read = await dataReaders[from]({ input, name, options, wantsTables })
  if (read.content.kind === 'tree' && !wantsTables) return writeTree(read.content.value, to, read)
  const tables =
    read.content.kind === 'tables' ? read.content.tables : tablesOfValue(name, read.content.value)
  if (tables.length === 0) throw new JobFailure('no-tables')
  return writeTables({ tables, to, delimiter: options.delimiter, read })
}

function reportOf(read: ReadData, more: () => DataReport): () => DataReport {
  return () => {
    const { notes = [], ...report } = more()
    return { notes: [...(read.notes ?? []), ...notes], warnings: [...(read.warnings?.() ?? [])], ...report }
  }
}

async function writeTree(value: DataValue, to: DataOutput, read: ReadData): Promise<DataResult> {
  if (to === 'yaml')
    return {
      content: (await import('../write/yaml.ts')).writeYaml(value),
      report: reportOf(read, () => ({})),
    }
  if (to === 'xml')
    return {
      content: (await import('../write/xml.ts')).writeXmlValue(value),
      report: reportOf(read, () => ({})),
    }
  if (to === 'toml') {
    const { hasNull, writeToml } = await import('../write/toml.ts')
    const notes = hasNull(value) ? ['TOML has no null: keys without a value were left out.'] : []
    return { content: writeToml(value), report: reportOf(read, () => ({ notes })) }
  }
  const { writeEnv, writeIni, writePrettyJson } = await import('../write/tree.ts')
  const content =
    to === 'ini' ? writeIni(value) : to === 'env' ? writeEnv(value) : `${writePrettyJson(value)}\n`
  return { content, report: reportOf(read, () => ({})) }
}

interface TableResult {
  readonly tables: readonly DataTable[]
  readonly to: DataOutput
  readonly delimiter: DelimiterName
  readonly read: ReadData
}

async function writeTables({ tables, to, delimiter, read }: TableResult): Promise<DataResult> {
  const preview = createPreview()
  const watched = tables.map(table => preview.watch(table))
  const part = () => ({ parts: [preview.part()] })
  const [only] = watched
  if (to === 'sqlite') {
    const { writeSqlite } = await import('../write/sqlite.ts')
    return { content: await writeSqlite(watched), report: reportOf(read, part) }
  }
  if (to === 'xlsx') {
    const { writeXlsx } = await import('../write/xlsx.ts')
    const { chunks, notes } = await writeXlsx(watched)
    return { content: chunks, report: reportOf(read, () => ({ ...part(), notes: [...notes] })) }
  }
  const contentOf = (table: DataTable) => writeOne(table, to, delimiter)
  if (watched.length === 1 && only !== undefined)
    return { content: contentOf(only), report: reportOf(read, part) }
  if (to === 'json') return { content: writeJsonOfTables(watched, contentOf), report: reportOf(read, part) }
  return {
    content: zipOf(watched, to, contentOf),
    report: reportOf(read, () => ({ ...part(), format: 'zip' })),
  }
}

async function* writeOne(
  table: DataTable,
  to: DataOutput,
  delimiter: DelimiterName,
): AsyncGenerator<Uint8Array> {
  const writer = rowWriterFor(table, to, delimiter)
  if (writer !== undefined) return yield* writeRows(table, writer)
  const rows = await collectRows(table)
  if (to === 'parquet') return yield (await import('../write/parquet.ts')).writeParquet(table.columns, rows)
  throw new JobFailure('unsupported-variant')
}

/** One object with a list for each table. */
async function* writeJsonOfTables(
  tables: readonly DataTable[],
  contentOf: (table: DataTable) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (const [index, table] of tables.entries()) {
    yield Buffer.from(`${index === 0 ? '{' : ','}\n${JSON.stringify(table.name)}: `)
    yield* contentOf(table)
  }
  yield Buffer.from('}\n')
}
