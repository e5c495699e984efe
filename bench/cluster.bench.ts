/**
 * Cluster of several hosts on one machine with 200 clients: three web and three worker hosts against one of each,
 * then at half load. CLUSTER_JOBS=3600 runs as many jobs as a site with one job per second has in an hour.
 */
import { rm } from 'node:fs/promises'
import { type Cluster, startCluster, whyNoCluster } from '../tests/support/cluster/start-cluster.ts'
import type { Bench, BenchRow } from './bench.ts'
import { drawSamples } from './support/cluster/draw-samples.ts'
import { type JobResult, type Load, loadStage } from './support/cluster/load.ts'
import { median } from './support/median.ts'

const clients = 200
const jobs = Number(process.env.CLUSTER_JOBS ?? 600)
/** Per worker. */
const warmUpJobs = 40
/** Time limit; normally the number of jobs ends a run. */
const seconds = Number(process.env.CLUSTER_SECONDS ?? Math.max(120, jobs))
/** Load of the paused run relative to the measured maximum. */
const pausedShare = 0.5
const bytesPerMb = 1024 * 1024
/** Tolerated difference between two quarters of a run that still counts as flat. */
const flatShare = 0.1
const flatBytes = 16 * bytesPerMb

export const bench: Bench = {
  name: 'cluster',
  async run() {
    const obstacle = whyNoCluster()
    if (obstacle) throw new Error(`cannot start the cluster: ${obstacle}`)
    const samplesFolder = await drawSamples()
    try {
      const full = { samplesFolder, clients, seconds, pauseMs: 0 }
      const [single] = await onStage(1, samplesFolder, async stage => [
        await loadStage(stage, { ...full, maxJobs: Math.min(jobs, 600) }),
      ])
      const [several, paused] = await onStage(3, samplesFolder, async stage => {
        const busiest = await loadStage(stage, { ...full, maxJobs: jobs })
        const pauseMs = (clients / (rateOf(busiest) * pausedShare)) * 1000
        const pausedOptions = { ...full, pauseMs, maxJobs: Math.min(jobs, 400) }
        return [busiest, await loadStage(stage, pausedOptions)]
      })
      if (!single || !several || !paused) throw new Error('a run is missing')
      report({ single, several, paused })
      return rowsOf(single, several, paused)
    } finally {
      await rm(samplesFolder, { recursive: true, force: true })
    }
  },
}

async function onStage(
  count: number,
  samplesFolder: string,
  work: (stage: Cluster) => Promise<Load[]>,
): Promise<Load[]> {
  const stage = await startCluster(
    { webs: count, workers: count },
    { LOG_LEVEL: 'warn', WARM_START: 'false' },
  )
  try {
    // Engines start their helpers on demand; keep that out of the measurement.
    await loadStage(stage, { samplesFolder, clients, seconds, pauseMs: 0, maxJobs: warmUpJobs * count })
    return await work(stage)
  } finally {
    await stage.stop()
  }
}

const rateOf = ({ jobs: results, tookSeconds }: Load) => succeeded(results).length / tookSeconds
const succeeded = (results: readonly JobResult[]) => results.filter(({ failure }) => failure === undefined)

function rowsOf(single: Load, several: Load, paused: Load): BenchRow[] {
  const errors = [single, several, paused].flatMap(load => load.jobs).filter(job => job.failure !== undefined)
  return [
    { what: 'one web and one worker, 200 clients without pauses', value: rateOf(single), unit: 'jobs/s' },
    { what: 'three webs and three workers', value: rateOf(several), unit: 'jobs/s' },
    {
      what: 'three against one, on the same cores',
      value: rateOf(several) / rateOf(single),
      unit: 'x',
    },
    ...cpuRows('one and one', single),
    ...cpuRows('three and three', several),
    ...roundTripRows('200 clients without pauses', several),
    ...roundTripRows('200 clients at half load', paused),
    {
      what: 'jobs in all runs',
      value: single.jobs.length + several.jobs.length + paused.jobs.length,
      unit: '',
    },
    { what: 'errors', value: errors.length, unit: '', goal: 'none', isMet: errors.length === 0 },
    {
      what: 'lock wait per claim, mean',
      value: several.claims.waitedMs / Math.max(1, several.claims.count),
      unit: 'ms',
    },
    ...memoryRows(several),
  ]
}

function cpuRows(name: string, load: Load): BenchRow[] {
  const done = succeeded(load.jobs).length
  const perJob = (hosts: RegExp) =>
    Object.entries(load.cpuSeconds).reduce((sum, [host, used]) => sum + (hosts.test(host) ? used : 0), 0) /
    done
  const row = (what: string, value: number) => ({
    what: `${name}: CPU time per job, ${what}`,
    value: value * 1000,
    unit: 'ms',
  })
  return [
    row('workers and engines', perJob(/^worker/)),
    row('webs and nginx', perJob(/^(web|nginx)/)),
    row('PostgreSQL', perJob(/^postgres/)),
    row('Swift', perJob(/^s3/)),
    row('load generator', load.clientCpuSeconds / done),
  ]
}

function roundTripRows(name: string, load: Load): BenchRow[] {
  const took = succeeded(load.jobs)
    .filter(({ kind }) => kind === 'image')
    .map(({ tookMs }) => tookMs)
    .toSorted((a, b) => a - b)
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN
  return [50, 95, 99].map(percent => ({
    what: `small image, upload to download, ${name}: p${percent}`,
    value: at(percent / 100),
    unit: 'ms',
  }))
}

/** Helpers start in the first quarter and take memory then, so the second quarter is compared with the last. */
function memoryRows({ memory }: Load): BenchRow[] {
  const quarter = Math.floor(memory.length / 4)
  const hosts = Object.keys(memory[0] ?? {})
  return hosts.map(host => {
    const of = (samples: typeof memory) => median(samples.map(sample => sample[host] ?? 0))
    const early = of(memory.slice(quarter, 2 * quarter))
    const late = of(memory.slice(-quarter))
    return {
      what: `memory of ${host}, last quarter of the run (second: ${Math.round(early / bytesPerMb)} MB)`,
      value: late / bytesPerMb,
      unit: 'MB',
      goal: 'flat',
      isMet: late <= early * (1 + flatShare) + flatBytes,
    }
  })
}

/** For finding the bottleneck; not part of the results. */
function report(loads: Record<string, Load>): void {
  for (const [name, load] of Object.entries(loads)) {
    const failures = load.jobs.flatMap(({ failure }) => failure ?? [])
    console.log(
      `\n${name}: ${load.jobs.length} jobs in ${Math.round(load.tookSeconds)} s, ${failures.length} errors`,
    )
    for (const failure of failures.slice(0, 5)) console.log(`  ${failure.slice(0, 300)}`)
    console.log(`  claims: ${load.claims.count}, waited ${Math.round(load.claims.waitedMs)} ms in total`)
    for (const { query, calls, totalMs } of load.queries)
      console.log(
        `  ${String(Math.round(totalMs)).padStart(7)} ms ${String(calls).padStart(7)} x ${query.slice(0, 110)}`,
      )
  }
}
