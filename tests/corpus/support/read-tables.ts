/** Reads tables independently of LibreOffice: cells of XLSX and ODS by their markup, and CSV. */
import { readZip } from '../../support/read-zip.ts'

export type Table = string[][]

/** RFC 4180. */
export function readSeparated(text: string, separator = ','): Table {
  const rows: Table = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (isQuoted && character === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === separator || character === '\n')) {
      rows.at(-1)?.push(cell)
      cell = ''
      if (character === '\n') rows.push([])
    } else cell += character
  }
  if (cell !== '') rows.at(-1)?.push(cell)
  return rows.filter((row, index) => index < rows.length - 1 || row.length > 0)
}

/** Raw values by the name of the sheet: numbers as stored, texts in full. */
export async function readXlsx(file: Buffer): Promise<Map<string, Map<string, string>>> {
  const parts = await readZip(file)
  const markup = (name: string) => parts.get(name)?.toString() ?? ''
  const texts = [...markup('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, inner = '']) =>
    textIn(inner),
  )
  const targets = new Map(
    [...markup('xl/_rels/workbook.xml.rels').matchAll(/<Relationship\s[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  )
  const sheets = new Map<string, Map<string, string>>()
  for (const [tag] of markup('xl/workbook.xml').matchAll(/<sheet\s[^>]*>/g)) {
    const path = `xl/${(targets.get(attribute(tag, 'r:id')) ?? '').replace(/^\/?(?:xl\/)?/, '')}`
    const cells = new Map<string, string>()
    for (const [, attributes = '', inner = ''] of markup(path).matchAll(/<c\s([^>]*?)>(.*?)<\/c>/gs)) {
      const value = /<v>(.*?)<\/v>/s.exec(inner)?.[1]
      const isShared = /\bt="s"/.test(attributes)
      const text = isShared ? texts[Number(value)] : (value ?? textIn(inner))
      cells.set(attribute(`<c ${attributes}>`, 'r'), unescapeMarkup(text ?? ''))
    }
    sheets.set(unescapeMarkup(attribute(tag, 'name')), cells)
  }
  return sheets
}

/** Values of the cells of each sheet in rows; numbers as stored, texts in full. */
export async function readOds(file: Buffer): Promise<Map<string, Table>> {
  const content = (await readZip(file)).get('content.xml')?.toString() ?? ''
  const sheets = new Map<string, Table>()
  for (const [, name = '', body = ''] of content.matchAll(
    /<table:table table:name="([^"]*)"[^>]*>(.*?)<\/table:table>/gs,
  )) {
    const rows: Table = []
    for (const [, row = ''] of body.matchAll(/<table:table-row[^>]*?(?:\/>|>(.*?)<\/table:table-row>)/gs)) {
      const cells: string[] = []
      for (const [tag, inner = ''] of row.matchAll(
        /<table:table-cell[^>]*?(?:\/>|>(.*?)<\/table:table-cell>)/gs,
      )) {
        const open = tag.slice(0, tag.indexOf('>') + 1)
        const repeated = Math.min(Number(attribute(open, 'table:number-columns-repeated') || 1), 50)
        const number = attribute(open, 'office:value') || attribute(open, 'office:date-value')
        const value = number || attribute(open, 'office:boolean-value') || unescapeMarkup(textIn(inner))
        for (let count = 0; count < repeated; count++) cells.push(value)
      }
      while (cells.at(-1) === '') cells.pop()
      rows.push(cells)
    }
    while (rows.at(-1)?.length === 0) rows.pop()
    sheets.set(unescapeMarkup(name), rows)
  }
  return sheets
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
}

function textIn(markup: string): string {
  return markup.replace(/<[^>]*>/g, '')
}

function unescapeMarkup(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&#10;', '\n')
    .replaceAll('&amp;', '&')
}
