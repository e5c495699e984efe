/**
 * Cells of random tables that are right after LibreOffice has printed them and the layout has read them back:
 * 200 tables with other columns, gaps, rules, alignments, fonts, merged cells and rotations.
 * `--seeds "1 1001"` or `PDF_TABLE_SEEDS` names the first seeds of one or more series.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureTables } from '../tests/corpus/support/measure-tables.ts'
import type { Bench, BenchRow } from './bench.ts'

const tablesPerSeries = 200
const goal = 99

export const bench: Bench = {
  name: 'pdf-tables',
  async run({ seeds: given }) {
    const series = given ?? (process.env.PDF_TABLE_SEEDS ?? '1 1001').split(/\s+/).map(Number)
    const rows: BenchRow[] = []
    for (const first of series) {
      const folder = await mkdtemp(join(tmpdir(), 'pdf-tables-'))
      try {
        const seeds = Array.from({ length: tablesPerSeries }, (_, at) => first + at)
        const measured = await measureTables(folder, seeds)
        const wrong = measured.filter(({ right, all }) => right < all)
        for (const { right, all, about } of wrong) console.log(`  ${right} of ${all} cells: ${about}`)
        const sum = (key: 'right' | 'all') => measured.reduce((total, table) => total + table[key], 0)
        const share = (100 * sum('right')) / sum('all')
        rows.push(
          {
            what: `cells in their place, seeds from ${first}`,
            value: share,
            unit: '%',
            goal: `at least ${goal}`,
            isMet: share >= goal,
          },
          {
            what: `tables without a wrong cell, seeds from ${first}`,
            value: tablesPerSeries - wrong.length,
            unit: `of ${tablesPerSeries}`,
          },
        )
      } finally {
        await rm(folder, { recursive: true })
      }
    }
    return rows
  },
}
