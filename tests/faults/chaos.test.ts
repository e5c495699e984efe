/**
 * Chaos test: random faults against jobs of every kind; no accepted job is lost, truncated, duplicated, miscounted
 * or leaked.
 */
import { expect, test } from 'vitest'
import { faultKinds } from './chaos/faults.ts'
import { runChaos } from './chaos/run-chaos.ts'

/** Other seeds: `CHAOS_SEED=2 npm test -- chaos`; longer runs: `npm run chaos`. */
const seed = Number(process.env.CHAOS_SEED ?? 1)

test(`chaos: accepted jobs finish once and are charged once under random faults, seed ${seed}`, {
  timeout: 900_000,
}, async ({ onTestFailed }) => {
  const notes: string[] = []
  // Also of a run that hangs.
  onTestFailed(() => console.log(notes.join('\n')))
  const report = await runChaos({
    seed,
    jobs: 120,
    enoughJobs: 40,
    chaosSeconds: 35,
    faults: faultKinds.length,
    note: line => notes.push(line),
  })
  console.log(`seed ${seed}: ${JSON.stringify(report)}`)
  expect(report.violations).toEqual([])
  // A run that accepts or checks fewer jobs proves nothing.
  expect(report.accepted).toBeGreaterThanOrEqual(40)
  expect(report.resultsChecked).toBeGreaterThanOrEqual(30)
  expect(report.jobsByKind.crashing).toBeGreaterThanOrEqual(1)
  expect(report.outcomes['failed processing-crashed']).toBeGreaterThanOrEqual(1)
})
