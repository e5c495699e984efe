/** A storm of faults over jobs of all kinds: nothing accepted is lost, halved, doubled, miscounted or left behind. */
import { expect, test } from 'vitest'
import { faultKinds } from './chaos/faults.ts'
import { runChaos } from './chaos/run-chaos.ts'

/** Another one by `STORM_SEED=2 npm test -- storm`; longer ones by `npm run storm`. */
const seed = Number(process.env.STORM_SEED ?? 1)

test(`storm with seed ${seed}`, { timeout: 900_000 }, async () => {
  const notes: string[] = []
  const report = await runChaos({
    seed,
    jobs: 120,
    enoughJobs: 40,
    chaosSeconds: 35,
    faults: faultKinds.length,
    note: line => notes.push(line),
  })
  console.log(`seed ${seed}: ${JSON.stringify(report)}`)
  expect(report.violations, notes.join('\n')).toEqual([])
  // Otherwise it would have been no storm.
  expect(report.accepted).toBeGreaterThanOrEqual(40)
  expect(report.resultsChecked).toBeGreaterThanOrEqual(30)
})
