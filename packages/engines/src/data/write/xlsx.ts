/** Writes tables as a workbook: a sheet for each, with numbers, dates and booleans as such. */
import { JobFailure } from '../../process/job-failure.ts'
import { newPart, writePackage } from '../../translation/documents/docx/package/write-package.ts'
import { cellText, type DataValue, DateText, isJsonNumber, NumberText } from '../values/data-value.ts'
import type { DataTable } from '../values/table.ts'
import { escapeXmlAttribute } from '../xml/escape-xml.ts'

/** The limits of Excel. */
const maxRows = 1_048_576
const maxTextLength = 32_767
const maxNameLength = 31
/** Excel keeps 15 digits of a number. */
const maxDigits = 15

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const mimePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes of the cell formats in `styles`. */
const [dateStyle, dateTimeStyle, headerStyle] = [1, 2, 3]
const styles = `<styleSheet xmlns="${main}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="4"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs>
</styleSheet>
`

export interface WrittenWorkbook {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly notes: readonly string[]
}

export async function writeXlsx(tables: readonly DataTable[]): Promise<WrittenWorkbook> {
  const names = sheetNames(tables.map(({ name }) => name))
  const cut = { count: 0 }
  const sheets = await Promise.all(tables.map(table => writeSheet(table, cut)))
  const path = (index: number) => `worksheets/sheet${index + 1}.xml`
  const relationship = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}" ContentType="${mimePrefix}.${type}+xml"/>`
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook.xml', 'sheet.main')}${override('styles.xml', 'styles')}${names.map((_, index) => override(path(index), 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packageRelations}">${relationship('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/styles.xml': styles,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}">${names.map((_, index) => relationship(`rId${index + 1}`, 'worksheet', path(index))).join('')}${relationship(`rId${names.length + 1}`, 'styles', 'styles.xml')}</Relationships>`,
  }
  const chunks = writePackage([
    ...Object.entries(parts).map(([name, text]) => newPart(name, Buffer.from(declaration + text))),
    ...sheets.map((content, index) => newPart(`xl/${path(index)}`, content)),
  ])
  const notes =
    cut.count === 0
      ? []
      : [
          `${cut.count} ${cut.count === 1 ? 'text was' : 'texts were'} cut: Excel has room for 32,767 characters in a cell.`,
        ]
  return { chunks, notes }
}

async function writeSheet(table: DataTable, cut: { count: number }): Promise<Buffer> {
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  const chunks = [Buffer.from(`${declaration}<worksheet xmlns="${main}">${view}<sheetData>`)]
  const letters = table.columns.map((_, index) => columnLetters(index))
  const rowOf = (number: number, cells: (place: string, index: number) => string) =>
    `<row r="${number}">${letters.map((letter, index) => cells(`${letter}${number}`, index)).join('')}</row>`
  const header = rowOf(1, (place, index) => textCell(place, table.columns[index] ?? '', cut, headerStyle))
  chunks.push(Buffer.from(header))
  let count = 1
  for await (const rows of table.batches()) {
    if (count + rows.length > maxRows) throw new JobFailure('result-too-large')
    const written = rows.map((row, index) =>
      rowOf(count + index + 1, (place, column) => cellOf(place, row[column], cut)),
    )
    chunks.push(Buffer.from(written.join('')))
    count += rows.length
  }
  chunks.push(Buffer.from('</sheetData></worksheet>\n'))
  return Buffer.concat(chunks)
}

/** A, B, ... Z, AA, AB. */
function columnLetters(index: number): string {
  const before = index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)
  return before + String.fromCharCode(65 + (index % 26))
}

function cellOf(place: string, value: DataValue | undefined, cut: { count: number }): string {
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (value instanceof NumberText && isKept(value.text)) return `<c r="${place}"><v>${value.text}</v></c>`
  if (value instanceof DateText) {
    const date = serialDate(value.text)
    if (date !== undefined) return `<c r="${place}" s="${date.style}"><v>${date.days}</v></c>`
  }
  const text = cellText(value)
  return text === null ? '' : textCell(place, text, cut)
}

function textCell(place: string, text: string, cut: { count: number }, style = 0): string {
  if (text.length > maxTextLength) cut.count += 1
  const shown = escapeXml(text.slice(0, maxTextLength))
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`
}

/** Others stay text, so that no digit is lost. */
function isKept(text: string): boolean {
  const digits = text
    .replace(/[eE][\s\S]*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '')
  return isJsonNumber(text) && digits.length <= maxDigits && Number.isFinite(Number(text))
}

const dayMs = 86_400_000
/** Day 0; the serial numbers of Excel are right from March 1900 on. */
const origin = Date.UTC(1899, 11, 30)
const firstRightDay = 61

function serialDate(text: string): { readonly days: number; readonly style: number } | undefined {
  // A time zone has no place in a cell.
  if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/.test(text)) return undefined
  const isDay = text.length === 10
  const days = (Date.parse(isDay ? text : `${text.replace(' ', 'T')}Z`) - origin) / dayMs
  return days >= firstRightDay ? { days, style: isDay ? dateStyle : dateTimeStyle } : undefined
}

/** At most 31 characters, without those of references, and distinct whatever their case. */
function sheetNames(given: readonly string[]): readonly string[] {
  const used = new Set<string>()
  return given.map((name, index) => {
    const safe =
      name.replace(/[[\]:*?/\\\p{Cc}]+/gu, '_').replace(/^'+|(?<!')'+$/g, '') || `Sheet${index + 1}`
    let unique = safe.slice(0, maxNameLength)
    for (let count = 2; used.has(unique.toLowerCase()); count++) {
      const end = ` ${count}`
      unique = `${safe.slice(0, maxNameLength - end.length)}${end}`
    }
    used.add(unique.toLowerCase())
    return unique
  })
}

/** Characters that XML does not have are written by their code, and text that looks like such a code as well. */
function escapeXml(text: string): string {
  const coded = text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/(?![\t\n\r\u007f-\u009f])\p{Cc}/gu, character => {
      return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
    })
  return escapeXmlAttribute(coded)
}
