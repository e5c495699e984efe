/** Writes small workbooks part by part: values, formulas with saved results, styles, several sheets, page settings. */
import { writeZip } from './write-zip.ts'

export type CellValue =
  | string
  | number
  | boolean
  | { readonly date: number }
  | { readonly time: number }
  | { readonly percent: number }
  | { readonly formula: string; readonly value?: string | number; readonly attributes?: string }
  | { readonly error: string }
  | null

export interface WrittenSheet {
  readonly name: string
  readonly rows: readonly (readonly CellValue[])[]
  readonly state?: 'hidden' | 'veryHidden'
  /** Markup before the rows, and after them. */
  readonly before?: string
  readonly after?: string
}

interface WrittenWorkbook {
  readonly definedNames?: string
  /** Markup in the workbook behind the sheets. */
  readonly workbookMarkup?: string
  readonly workbookRelations?: string
  readonly sheetRelations?: string
  readonly parts?: Readonly<Record<string, string | Buffer>>
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const [dateStyle, timeStyle, percentStyle] = [1, 2, 3]

export function writeXlsx(sheets: readonly WrittenSheet[], more: WrittenWorkbook = {}): Buffer {
  const numbered = sheets.map((sheet, index) => ({ ...sheet, number: index + 1 }))
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${numbered.map(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${numbered.map(({ name, state, number }) => `<sheet name="${escapeMarkup(name)}" sheetId="${number}"${state ? ` state="${state}"` : ''} r:id="rId${number}"/>`).join('')}</sheets>${more.workbookMarkup ?? ''}${more.definedNames ? `<definedNames>${more.definedNames}</definedNames>` : ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packageRelations}">${numbered.map(({ number }) => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}<Relationship Id="rIdStyles" Type="${relations}/styles" Target="styles.xml"/>${more.workbookRelations ?? ''}</Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Liberation Sans"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFE0E0"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="46" applyNumberFormat="1"/><xf numFmtId="9" applyNumberFormat="1"/><xf fillId="1" applyFill="1"/></cellXfs></styleSheet>`,
  }
  for (const { number, rows, before, after } of numbered)
    parts[`xl/worksheets/sheet${number}.xml`] =
      `${head}<worksheet xmlns="${main}" xmlns:r="${relations}">${before ?? ''}<sheetData>${rows.map(rowMarkup).join('')}</sheetData>${after ?? ''}</worksheet>`
  if (more.sheetRelations)
    parts['xl/worksheets/_rels/sheet1.xml.rels'] =
      `${head}<Relationships xmlns="${packageRelations}">${more.sheetRelations}</Relationships>`
  return writeZip({ ...parts, ...more.parts })
}

function rowMarkup(cells: readonly CellValue[], index: number): string {
  const row = index + 1
  return `<row r="${row}">${cells.map((cell, column) => cellMarkup(cell, `${columnName(column)}${row}`)).join('')}</row>`
}

function cellMarkup(cell: CellValue, place: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string')
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeMarkup(cell)}</t></is></c>`
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if ('date' in cell) return `<c r="${place}" s="${dateStyle}"><v>${cell.date}</v></c>`
  if ('time' in cell) return `<c r="${place}" s="${timeStyle}"><v>${cell.time}</v></c>`
  if ('percent' in cell) return `<c r="${place}" s="${percentStyle}"><v>${cell.percent}</v></c>`
  if ('error' in cell) return `<c r="${place}" t="e"><v>${cell.error}</v></c>`
  const type = typeof cell.value === 'string' ? ' t="str"' : ''
  const value = cell.value === undefined ? '' : `<v>${escapeMarkup(String(cell.value))}</v>`
  return `<c r="${place}"${type}><f${cell.attributes ? ` ${cell.attributes}` : ''}>${escapeMarkup(cell.formula)}</f>${value}</c>`
}

function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
