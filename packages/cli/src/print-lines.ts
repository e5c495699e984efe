/** Lists on the program's output. */
import { columnsOf, padTo } from './report/screen-text.ts'

export function printLines(lines: readonly string[]): void {
  process.stdout.write(lines.map(line => `${line}\n`).join(''))
}

/** The first of each pair in a column of its own. */
export function alignColumns(rows: readonly (readonly [string, string])[]): string[] {
  const columns = Math.max(0, ...rows.map(([first]) => columnsOf(first)))
  return rows.map(([first, second]) => `${padTo(first, columns)}  ${second}`.trimEnd())
}
