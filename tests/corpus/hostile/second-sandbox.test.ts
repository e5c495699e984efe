/** Hostile corpus in the second sandbox: a sample of every family, all with THOROUGH=1. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyNth } from '../../support/thorough.ts'
import { chooseAttacks } from './choose-attacks.ts'
import { families } from './hostile-file.ts'
import { type AttackRunner, startAttackRunner } from './run-attacks.ts'

const minutesMs = 60_000
let runner: AttackRunner

beforeAll(async () => {
  runner = await startAttackRunner({ sandbox: 'landlock' })
}, 5 * minutesMs)
afterAll(async () => expect(await runner.close()).toEqual([]))

test('second sandbox: every engine runs in it', () => {
  for (const { engine, isAvailable, reason, sandbox } of runner.runtime.statuses)
    expect({ engine, isAvailable, reason, sandbox }).toEqual({
      engine,
      isAvailable: true,
      reason: null,
      sandbox: 'landlock',
    })
})

test(
  'second sandbox: hostile files are converted or rejected without a fault',
  async () => {
    const attacks = chooseAttacks(runner.files, 'part')
    const sample = families.flatMap(family =>
      everyNth(
        40,
        attacks.filter(({ file }) => file.family === family),
      ),
    )
    const results = await runner.runAll(sample)
    const faultLines = results.flatMap(({ attack: { file, operation, from, to }, faults }) =>
      faults.map(fault => `${operation}, ${from} to ${to}, ${file.what}: ${fault}`),
    )
    expect(faultLines).toEqual([])
    expect(await runner.faultsAfterAll()).toEqual([])
    expect(results.some(({ code }) => code === 'made')).toBe(true)
  },
  10 * minutesMs,
)
