/** Columns at fixed positions, found as the gaps that all lines have in common. */
import { damagedData } from '../values/data-failure.ts'
import type { TextRow } from './csv.ts'

const sampleLines = 2000

export function readFixedWidth(text: string): TextRow[] {
  const lines = text
    .split('\n')
    .map(line => line.replaceAll('\t', '        '))
    .filter(line => line.trim() !== '')
  const ranges = findColumns(lines.slice(0, sampleLines))
  if (ranges.length === 0) throw damagedData('no columns')
  return lines.map(line =>
    ranges.map(([start, end]) => {
      const cell = line.slice(start, end).trim()
      return cell === '' ? null : cell
    }),
  )
}

/** A column ends where at least one space is in every line. The last one takes the rest of the line. */
function findColumns(lines: readonly string[]): [number, number][] {
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0)
  const isBlank = (position: number) => lines.every(line => (line[position] ?? ' ') === ' ')
  const columns: [number, number][] = []
  let start: number | undefined
  for (let position = 0; position <= width; position++) {
    const blank = position === width || isBlank(position)
    if (!blank) start ??= position
    else if (start !== undefined) {
      columns.push([start, position])
      start = undefined
    }
  }
  const last = columns.at(-1)
  if (last !== undefined) last[1] = Number.POSITIVE_INFINITY
  return columns
}
