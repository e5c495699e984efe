/** The clients' host: so many people at once until the time or the jobs run out; prints what they saw. */
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createVisitor } from '../../../tests/support/visitor.ts'
import type { JobSeen, LoadPlan, LoadSeen } from './load.ts'
import { doJob, kindOf, type Sample } from './traffic.ts'

const plan: LoadPlan = JSON.parse(process.argv[2] ?? '')
const read = (name: string): Sample => ({ name, bytes: readFileSync(`${plan.samplesFolder}/${name}`) })
const samples = {
  picture: read('picture.jpg'),
  recording: read('recording.wav'),
  document: read('document.txt'),
  film: read('film.mp4'),
}
const startedAtMs = performance.now()
const elapsed = () => performance.now() - startedAtMs
const jobs: JobSeen[] = []
let begun = 0
/** Nobody goes on pausing when there is nothing left to do. */
const over = new AbortController()
const pause = (ms: number) => delay(ms, undefined, { signal: over.signal }).catch(() => undefined)
const isOver = () => begun >= plan.maxJobs || elapsed() >= plan.seconds * 1000

async function beSomebody(index: number): Promise<void> {
  const visitor = createVisitor(plan.baseUrl)
  // They do not all come at the same moment.
  await pause((index / plan.clients) * (plan.pauseMs || 1000))
  while (!isOver()) {
    const kind = kindOf(begun++)
    const beganAtMs = performance.now()
    const failure = await doJob(visitor, kind, samples).then(
      () => undefined,
      error => `${kind}: ${error instanceof Error ? error.message : error} ${(error as Error).cause ?? ''}`,
    )
    jobs.push({ kind, beganAtMs: beganAtMs - startedAtMs, tookMs: performance.now() - beganAtMs, failure })
    if (isOver()) over.abort()
    if (plan.pauseMs > 0) await pause(plan.pauseMs)
  }
}

await Promise.all(Array.from({ length: plan.clients }, (_, index) => beSomebody(index)))
const { user, system } = process.cpuUsage()
const seen: LoadSeen = { jobs, tookSeconds: elapsed() / 1000, clientCpuSeconds: (user + system) / 1e6 }
process.stdout.write(JSON.stringify(seen))
