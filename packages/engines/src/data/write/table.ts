/** Writes tables as text, row by row. */
import { cellText, type DataMap, NumberText, writeJsonValue } from '../values/data-value.ts'
import type { DataTable, Row } from '../values/table.ts'
import { escapeXmlText } from '../xml/escape-xml.ts'
import { rowsOpen, writeXmlRow, xmlStart } from './xml.ts'
import { writeYamlItem } from './yaml.ts'

export interface RowWriter {
  readonly start: string
  row(row: Row, index: number): string
  readonly end: string
}

export function csvWriter({ columns }: DataTable, delimiter: string): RowWriter {
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
export function tsvWriter({ columns }: DataTable): RowWriter {
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

export function jsonWriter({ columns }: DataTable): RowWriter {
  return {
    start: '[',
    row: (row, index) => `${index === 0 ? '' : ','}\n  ${writeJsonValue(mapOf(columns, row))}`,
    end: '\n]\n',
  }
}

export function jsonLinesWriter({ columns }: DataTable): RowWriter {
  return { start: '', row: row => `${writeJsonValue(mapOf(columns, row))}\n`, end: '' }
}

export function yamlWriter({ columns }: DataTable): RowWriter {
  return { start: '', row: row => writeYamlItem(mapOf(columns, row)), end: '' }
}

export function xmlWriter({ columns }: DataTable): RowWriter {
  return { start: `${xmlStart}${rowsOpen}`, row: row => writeXmlRow(mapOf(columns, row)), end: '</rows>\n' }
}

const pageStyle =
  'body{font-family:sans-serif;margin:1rem}table{border-collapse:collapse}th,td{border:1px solid #999;padding:.25rem .5rem;text-align:left;white-space:pre-wrap}td.n{text-align:right}'

export function htmlWriter({ name, columns }: DataTable): RowWriter {
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

export function markdownWriter({ columns }: DataTable): RowWriter {
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
