/** Formats the rows of a benchmark as a table for the terminal. */
import type { BenchRow } from '../../bench/bench.ts'

export function formatRows(rows: readonly BenchRow[]): string {
  const cells = rows.map(({ what, value, unit, goal, isMet }) => [
    what,
    `${round(value)} ${unit}`,
    goal === undefined ? '' : `goal: ${goal}`,
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
  ])
  const widths = [0, 1, 2].map(column => Math.max(0, ...cells.map(row => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return cells.map(row => line(row).trimEnd()).join('\n')
}

/** Three significant digits: more would be noise on a shared machine. */
function round(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}
