/**
 * Hostile corpus against every operation: no connection, no leak, nothing left behind, and every rejection is a
 * known error. In the second sandbox a sample of every family, all with THOROUGH=1.
 */
import { operationIds } from '@filesmith/contract/operations/registry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyNth, partOf } from '../../support/thorough.ts'
import { type Attack, chooseAttacks } from './choose-attacks.ts'
import { families } from './hostile-file.ts'
import { hostileNames } from './names.ts'
import { packAll } from './pack-all.ts'
import { type AttackResult, type AttackRunner, attackLimits, startAttackRunner } from './run-attacks.ts'

const minutesMs = 60_000
let runner: AttackRunner
let attacks: Attack[]

beforeAll(async () => {
  runner = await startAttackRunner()
  attacks = chooseAttacks(runner.files, 'part')
}, 5 * minutesMs)

test('chooseAttacks: attacks every operation with every family that it accepts', () => {
  expect(new Set([...attacks.map(({ operation }) => operation), 'compress-files'])).toEqual(
    new Set(operationIds),
  )
  expect(new Set(attacks.map(({ file }) => file.family))).toEqual(new Set(families))
  expect(attacks.length).toBeGreaterThan(100)
})

describe.each(families)('hostile files, family %s', family => {
  test(
    'every operation converts or rejects them without a fault',
    async () => {
      const results = await runner.runAll(attacks.filter(({ file }) => file.family === family))
      expect(faultLines(results)).toEqual([])
      expect(await runner.faultsAfterAll()).toEqual([])
    },
    10 * minutesMs,
  )
})

function faultLines(results: readonly AttackResult[]): string[] {
  return results.flatMap(({ attack: { file, operation, from, to }, faults }) =>
    faults.map(fault => `${operation}, ${from} to ${to}, ${file.what}: ${fault}`),
  )
}

test.each(partOf(['zip', '7z', 'tar', 'rar'], ['zip', 'rar']))(
  'compress-files: packs all of them into one %s under harmless names',
  async format => {
    const entries = await packAll(runner, format, hostileNames)
    expect(entries.length).toBe(runner.files.length)
    for (const name of entries) {
      expect(name).not.toMatch(/^\/|\\|(?:^|\/)\.\.(?:\/|$)|^[A-Za-z]:/)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
      expect(name).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/)
    }
    expect(await runner.faultsAfterAll()).toEqual([])
  },
  5 * minutesMs,
)

describe('second sandbox', () => {
  beforeAll(() => runner.restart({ sandbox: 'landlock' }), minutesMs)

  test('every engine runs in it', () => {
    for (const { engine, isAvailable, reason, sandbox } of runner.runtime.statuses)
      expect({ engine, isAvailable, reason, sandbox }).toEqual({
        engine,
        isAvailable: true,
        reason: null,
        sandbox: 'landlock',
      })
  })

  test(
    'hostile files are converted or rejected without a fault',
    async () => {
      const sample = families.flatMap(family =>
        everyNth(
          40,
          attacks.filter(({ file }) => file.family === family),
        ),
      )
      const results = await runner.runAll(sample)
      expect(faultLines(results)).toEqual([])
      expect(await runner.faultsAfterAll()).toEqual([])
      expect(results.some(({ code }) => code === 'made')).toBe(true)
    },
    10 * minutesMs,
  )
})

afterAll(async () => {
  expect(runner.peakProcessBytes).toBeLessThan(attackLimits.maxMemoryBytes * 1.25)
  expect(await runner.close()).toEqual([])
}, 5 * minutesMs)
