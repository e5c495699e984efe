/**
 * Load generator process: runs clients until the time or the number of jobs is reached, and prints the results as
 * JSON.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createVisitor } from '../../../tests/support/visitor.ts'
import type { JobResult, LoadOptions, LoadResult } from './load.ts'
import { kindOf, runJob, type Sample } from './traffic.ts'

const options: LoadOptions = JSON.parse(process.argv[2] ?? '')
const read = (name: string): Sample => ({ name, bytes: readFileSync(`${options.samplesFolder}/${name}`) })
const samples = {
  image: read('image.jpg'),
  audio: read('audio.wav'),
  document: read('document.txt'),
  video: read('video.mp4'),
}
const startedAtMs = performance.now()
const elapsed = () => performance.now() - startedAtMs
const jobs: JobResult[] = []
let startedJobs = 0
/** Ends pauses early when the run is over. */
const over = new AbortController()
const pause = (ms: number) => delay(ms, undefined, { signal: over.signal }).catch(() => undefined)
const isOver = () => startedJobs >= options.maxJobs || elapsed() >= options.seconds * 1000

async function runClient(index: number): Promise<void> {
  const visitor = createVisitor(options.baseUrl)
  // Spread the start of the clients.
  await pause((index / options.clients) * (options.pauseMs || 1000))
  while (!isOver()) {
    const kind = kindOf(startedJobs++)
    const beganAtMs = performance.now()
    const failure = await runJob(visitor, kind, samples).then(
      () => undefined,
      error => `${kind}: ${error instanceof Error ? error.message : error} ${(error as Error).cause ?? ''}`,
    )
    jobs.push({ kind, beganAtMs: beganAtMs - startedAtMs, tookMs: performance.now() - beganAtMs, failure })
    if (isOver()) over.abort()
    if (options.pauseMs > 0) await pause(options.pauseMs)
  }
}

await Promise.all(Array.from({ length: options.clients }, (_, index) => runClient(index)))
const { user, system } = process.cpuUsage()
const result: LoadResult = { jobs, tookSeconds: elapsed() / 1000, clientCpuSeconds: (user + system) / 1e6 }
process.stdout.write(JSON.stringify(result))
