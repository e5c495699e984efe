/** Readers of data formats. */
import type { convertData } from '@filesmith/contract/operations/convert-data'
import { readTextLines, readWholeText } from '../read-text.ts'
import { refuseLarger } from '../values/data-failure.ts'
import type { DataValue } from '../values/data-value.ts'
import type { DataTable, ReadData } from '../values/table.ts'
import { tableOfItems } from '../values/to-tables.ts'
import { openCsv } from './csv.ts'
import { readFixedWidth } from './fixed-width.ts'
import { readEnv, readIni } from './ini.ts'
import { JsonReader } from './json.ts'
import { type JsonItems, openJsonLines, openJsonList } from './jsonl.ts'
import { readTextTable, type TextTableOptions } from './text-table.ts'

type DataInput = (typeof convertData.inputs)[number]

export interface DataSource {
  readonly input: Buffer
  /** Of the file, without its extension. */
  readonly name: string
  readonly options: TextTableOptions
  /** The result is a table, so that a list is read row by row. */
  readonly wantsTables: boolean
}

type DataReader = (source: DataSource) => ReadData | Promise<ReadData>

/** In megabytes; values in memory take up to fifty times as much as the text. */
const maxTreeSize = { json: 100, xml: 50, yaml: 10, toml: 10, text: 50 }

export const dataReaders: Readonly<Record<DataInput, DataReader>> = {
  csv: ({ input, name, options }) => readTextTable(openCsv(input, false).rows, name, options),
  tsv: ({ input, name, options }) => readTextTable(openCsv(input, true).rows, name, options),
  fwf: ({ input, name, options }) => {
    refuseLarger(input, maxTreeSize.text)
    const rows = readFixedWidth(readTextLines(input))
    return readTextTable(() => rows, name, options)
  },
  jsonl: ({ input, name }) => fromItems(openJsonLines(input), name),
  json: ({ input, name, wantsTables }) => {
    const text = readWholeText(input)
    const list = wantsTables ? openJsonList(text) : undefined
    if (list !== undefined) return fromItems(list, name)
    refuseLarger(input, maxTreeSize.json)
    const reader = new JsonReader(text)
    return tree(reader.readAll(), () => repeatedKeys(reader.repeatedKeys))
  },
  yaml: async ({ input }) => {
    refuseLarger(input, maxTreeSize.yaml)
    const { readYaml } = await import('./yaml.ts')
    const content = readYaml(readTextLines(input))
    return tree(content.value, () => repeatedKeys(content.repeatedKeys))
  },
  toml: async ({ input }) => {
    refuseLarger(input, maxTreeSize.toml)
    const { readToml } = await import('./toml.ts')
    return tree(readToml(readTextLines(input)))
  },
  xml: async ({ input }) => {
    refuseLarger(input, maxTreeSize.xml)
    const { readXmlValue } = await import('./xml-value.ts')
    const { value, unresolved } = readXmlValue(readWholeText(input))
    return tree(value, () => (unresolved > 0 ? [unresolvedWarning(unresolved)] : []))
  },
  ini: ({ input }) => {
    refuseLarger(input, maxTreeSize.text)
    const content = readIni(readTextLines(input))
    return tree(content.value, () => repeatedKeys(content.repeatedKeys))
  },
  env: ({ input }) => {
    refuseLarger(input, maxTreeSize.text)
    const content = readEnv(readTextLines(input))
    return tree(content.value, () => repeatedKeys(content.repeatedKeys))
  },
  toon: async ({ input }) => {
    refuseLarger(input, maxTreeSize.text)
    const { readToon } = await import('./toon.ts')
    return tree(readToon(readTextLines(input)))
  },
  parquet: async ({ input, name }) => tables([await (await import('./parquet.ts')).readParquet(input, name)]),
  feather: async ({ input, name }) => tables([(await import('./feather.ts')).readFeather(input, name)]),
  dta: async ({ input, name }) => ({
    ...tables([(await import('./stata.ts')).readStata(input, name)]),
    notes: [codesNote],
  }),
  sav: async ({ input, name }) => ({
    ...tables([(await import('./spss.ts')).readSpss(input, name)]),
    notes: [codesNote],
  }),
  xpt: async ({ input }) => tables((await import('./sas-transport.ts')).readSasTransport(input)),
  sqlite: async ({ input }) => {
    const { readSqlite } = await import('./sqlite.ts')
    const { tables: found, virtual } = readSqlite(input)
    return { ...tables(found), warnings: () => virtualWarnings(virtual) }
  },
}

const codesNote = 'Codes that have labels in the file were kept as codes.'

function tree(value: DataValue, warnings?: () => readonly string[]): ReadData {
  return { content: { kind: 'tree', value }, ...(warnings && { warnings }) }
}

function tables(given: readonly DataTable[]): ReadData {
  return { content: { kind: 'tables', tables: given } }
}

function fromItems(items: JsonItems, name: string): ReadData {
  const table = tableOfItems(name, () => items.items())
  return { ...tables([table]), warnings: () => repeatedKeys(items.repeatedKeys()) }
}

function repeatedKeys(count: number): readonly string[] {
  if (count === 0) return []
  const keys = count === 1 ? 'One key appears' : `${count} keys appear`
  return [`${keys} more than once in the same object; only the last value was kept.`]
}

function virtualWarnings(names: readonly string[]): readonly string[] {
  return names
    .slice(0, 5)
    .map(name => `The virtual table ${name.slice(0, 100)} was left out: only its program can read it.`)
}

function unresolvedWarning(count: number): string {
  const references = count === 1 ? 'One reference to an entity was' : `${count} references to entities were`
  return `${references} left as written, because entities of a document type are not resolved.`
}
