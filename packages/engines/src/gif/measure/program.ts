/** Weighs frames inside the jail. */
import { writeFile } from 'node:fs/promises'
import { serveOne } from '../sandboxed-messages.ts'
import { frameWeights } from './frame-weights.ts'
import type { MeasureAnswer, MeasureJob } from './measure-job.ts'

await serveOne<MeasureJob>(async job => {
  const weights: (readonly number[])[] = []
  for (const order of job.orders) weights.push(await frameWeights({ ...job, order }))
  const answer: MeasureAnswer = { weights }
  await writeFile(job.answerPath, JSON.stringify(answer))
})
