/** Random tables, printed by LibreOffice and laid out again: six by default, 200 with THOROUGH=1. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isThorough } from '../support/thorough.ts'
import { measureTables } from './support/measure-tables.ts'

/** A frame, dense columns without rules, wrapped cells between rules, vertical rules, tab stops and a rotated page. */
const sample = [56, 29, 172, 65, 13, 45]
const minShare = 0.99

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-tables-'))
})

afterAll(() => rm(folder, { recursive: true }))

test('layOutDocument: puts at least 99 % of the cells of printed tables in their place', {
  timeout: isThorough ? 600_000 : 120_000,
}, async () => {
  const seeds = isThorough ? Array.from({ length: 200 }, (_, at) => at + 5001) : sample
  const measured = await measureTables(folder, seeds)
  const wrong = measured.filter(({ right, all }) => right < all)
  const sum = (key: 'right' | 'all') => measured.reduce((total, table) => total + table[key], 0)
  expect(sum('all')).toBeGreaterThan(100)
  expect(sum('right') / sum('all'), JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(minShare)
})
