/** Tables of contacts and calendars as CSV (RFC 4180). */

const separators = [',', ';', '\t'] as const

/** Rows of cells; the separator is the one that the first line has most of. */
export function readCsvRows(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some(value => value !== '')) rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) endCell()
    else if (character === '\n') endRow()
    else cell += character
  }
  endRow()
  return rows
}

function separatorOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const counts = separators.map(separator => ({ separator, count: line.split(separator).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ','
}

/** With a byte order mark, without which Excel reads other characters than the file has. */
export function writeCsvRows(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(row =>
    row.map(cell => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
  )
  return `\ufeff${lines.map(line => `${line}\r\n`).join('')}`
}
