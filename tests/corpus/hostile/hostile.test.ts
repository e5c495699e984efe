/** Hostile files against every operation: nothing is heard, nothing leaks, nothing is left, and every refusal is a clear answer. */
import { operationIds } from '@filesmith/contract/operations/registry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partOf } from '../../support/thorough.ts'
import { families } from './hostile-file.ts'
import { hostileNames } from './names.ts'
import { packAll } from './pack-all.ts'
import { type Attack, planAttacks } from './plan-attacks.ts'
import { type Field, fieldLimits, openField } from './run-attacks.ts'

const minutesMs = 60_000
let field: Field
let attacks: Attack[]

beforeAll(async () => {
  field = await openField()
  attacks = planAttacks(field.files, 'part')
}, 5 * minutesMs)

test('every operation is attacked by every family it lets in', () => {
  expect(new Set([...attacks.map(({ operation }) => operation), 'compress-files'])).toEqual(
    new Set(operationIds),
  )
  expect(new Set(attacks.map(({ file }) => file.family))).toEqual(new Set(families))
  expect(attacks.length).toBeGreaterThan(240)
})

describe.each(families)('%s', family => {
  test(
    'comes to a good end, whoever is asked',
    async () => {
      const endings = await field.runAll(attacks.filter(({ file }) => file.family === family))
      const bad = endings.flatMap(({ attack: { file, operation, from, to }, faults }) =>
        faults.map(fault => `${operation}, ${from} to ${to}, ${file.what}: ${fault}`),
      )
      expect(bad).toEqual([])
      expect(await field.faultsAfterAll()).toEqual([])
    },
    10 * minutesMs,
  )
})

test.each(partOf(['zip', '7z', 'tar', 'rar'], ['zip', 'rar']))(
  'all of them fit into one %s, under names that lead nowhere',
  async format => {
    const entries = await packAll(field, format, hostileNames)
    expect(entries.length).toBe(field.files.length)
    for (const name of entries) {
      expect(name).not.toMatch(/^\/|\\|(?:^|\/)\.\.(?:\/|$)|^[A-Za-z]:/)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(name).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/)
    }
    expect(await field.faultsAfterAll()).toEqual([])
  },
  5 * minutesMs,
)

afterAll(async () => {
  expect(field.peakProcessBytes).toBeLessThan(fieldLimits.maxMemoryBytes * 1.25)
  expect(await field.close()).toEqual([])
}, minutesMs)
