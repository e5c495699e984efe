/** Sandboxed program that weighs frames. */
import { writeFile } from 'node:fs/promises'
import { runStdinJob } from '../sandboxed-messages.ts'
import { frameWeights } from './frame-weights.ts'
import type { MeasureJob, MeasureResult } from './measure-job.ts'

await runStdinJob<MeasureJob>(async job => {
  const weights: (readonly number[])[] = []
  for (const order of job.orders) weights.push(await frameWeights({ ...job, order }))
  const result: MeasureResult = { weights }
  await writeFile(job.resultPath, JSON.stringify(result))
})
