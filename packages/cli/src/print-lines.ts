/** Prints lists to stdout. */
import { displayWidth, padToWidth } from './report/terminal-text.ts'

export function printLines(lines: readonly string[]): void {
  process.stdout.write(lines.map(line => `${line}\n`).join(''))
}

/** Pads the first cell of each row to a common width. */
export function alignColumns(rows: readonly (readonly [string, string])[]): string[] {
  const columns = Math.max(0, ...rows.map(([first]) => displayWidth(first)))
  return rows.map(([first, second]) => `${padToWidth(first, columns)}  ${second}`.trimEnd())
}
