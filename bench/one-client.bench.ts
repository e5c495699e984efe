/**
 * Cost of one client: the round trip of a small image, once a second, alone and while another client sends the most
 * expensive small inputs that are known, for a minute. `npm start` as a public instance with its default settings; every
 * honest visitor has another address, the other client has one.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { serverEnvironment, serverFlags } from '../scripts/node-24.mjs'
import { freePort, startProcess, untilHealthy } from '../tests/support/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'
import { createBenchClient } from './support/client.ts'
import { median } from './support/median.ts'
import { timeMs } from './support/time.ts'

const quietSeconds = 30
const attackSeconds = 60
const pairSeconds = 10
const maxRatio = 3
const maxStallMs = 1_000
const healthIntervalMs = 100
/** A conversion that takes longer counts as lost. */
const lostMs = 60_000

const attackProgram = fileURLToPath(new URL('support/send-expensive-inputs.ts', import.meta.url))

interface Served {
  readonly trips: readonly number[]
  readonly details: readonly number[]
  readonly failures: readonly string[]
}

export const bench: Bench = {
  name: 'one-client',
  async run() {
    const dataDir = await mkdtemp(join(tmpdir(), 'filesmith-one-client-'))
    const port = await freePort()
    const env = {
      ...serverEnvironment,
      NODE_OPTIONS: serverFlags.join(' '),
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      WARM_START: 'true',
    }
    const server = startProcess('main-all', env, [], process.env.ONE_CLIENT_SOURCE)
    const baseUrl = `http://127.0.0.1:${port}`
    try {
      await untilHealthy(baseUrl, server)
      return await measure(baseUrl)
    } finally {
      const ended = server.ended()
      server.kill('SIGTERM')
      await Promise.race([ended, delay(30_000, undefined, { ref: false })])
      if (server.child.exitCode === null) process.kill(-server.pid, 'SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
      for (const line of server.output().split('\n').slice(-20)) console.error(line.slice(0, 300))
    }
  },
}

async function measure(baseUrl: string): Promise<BenchRow[]> {
  const image = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#3b6ea5' } })
    .png()
    .toBuffer()
  const visitor = createVisitors(baseUrl)
  const trip = async () => {
    const client = visitor()
    const uploaded = performance.now()
    const uploadId = await client.upload(image)
    const details = timeMs(() => client.details(uploadId))
    const accepted = await client.startWith(uploadId, { outputFormat: 'webp' }, 'convert-image')
    await client.finished(accepted)
    const tripMs = performance.now() - uploaded
    const detailsMs = await details
    client.close()
    return { tripMs, detailsMs }
  }
  await serveEverySecond(trip, 5)
  const pair = await serveBackToBack(trip, 2, pairSeconds)
  const quiet = await serveEverySecond(trip, quietSeconds)
  const attack = fork(attackProgram, [baseUrl, ...(process.env.ONE_CLIENT_WITHOUT?.split(',') ?? [])], {
    execArgv: [],
  })
  const health = watchHealth(baseUrl)
  const attacked = await serveEverySecond(trip, attackSeconds)
  const stallMs = await health.stop()
  attack.send('end')
  const [answers]: Record<string, number>[] = await once(attack, 'message')
  const failures = [...pair.failures, ...quiet.failures, ...attacked.failures]
  for (const failure of failures) console.error(failure.slice(0, 300))
  const ratio = (what: string, of: (served: Served) => readonly number[]): BenchRow[] => {
    const [quietMs, attackedMs] = [p95(of(quiet)), p95(of(attacked))]
    const value = attackedMs / quietMs
    return [
      { what: `${what}, alone: median`, value: median(of(quiet)), unit: 'ms' },
      { what: `${what}, alone: p95`, value: quietMs, unit: 'ms' },
      { what: `${what}, beside the other client: median`, value: median(of(attacked)), unit: 'ms' },
      { what: `${what}, beside the other client: p95`, value: attackedMs, unit: 'ms' },
      {
        what: `${what}, p95 relative to alone`,
        value,
        unit: 'x',
        goal: `at most ${maxRatio}`,
        isMet: value <= maxRatio,
      },
    ]
  }
  return [
    { what: 'two clients back to back: median of a round trip', value: median(pair.trips), unit: 'ms' },
    { what: 'two clients back to back: p95', value: p95(pair.trips), unit: 'ms' },
    { what: 'two clients back to back', value: pair.trips.length / pairSeconds, unit: '/s' },
    ...ratio('small image, upload to result', served => served.trips),
    ...ratio('details of the upload', served => served.details),
    {
      what: 'conversions that were lost or failed',
      value: failures.length,
      unit: '',
      goal: 'none',
      isMet: failures.length === 0,
    },
    {
      what: 'longest stall of /healthz',
      value: stallMs,
      unit: 'ms',
      goal: `at most ${maxStallMs} ms`,
      isMet: stallMs <= maxStallMs,
    },
    ...Object.entries(answers ?? {})
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([what, count]) => ({
        what: `the other client: ${what}`,
        value: count / attackSeconds,
        unit: '/s',
      })),
  ]
}

/** New visitors, each from another address. */
function createVisitors(baseUrl: string) {
  let count = 0
  return () => {
    const address = `127.0.${1 + Math.floor(count / 250)}.${1 + (count % 250)}`
    count += 1
    return createBenchClient(baseUrl, address)
  }
}

type Trip = () => Promise<{ readonly tripMs: number; readonly detailsMs: number }>

async function serveEverySecond(trip: Trip, seconds: number): Promise<Served> {
  const served = collect(trip)
  const running: Promise<void>[] = []
  for (let second = 0; second < seconds; second += 1) {
    running.push(served.add())
    await delay(1000)
  }
  await Promise.all(running)
  return served
}

async function serveBackToBack(trip: Trip, clients: number, seconds: number): Promise<Served> {
  const served = collect(trip)
  const endMs = performance.now() + seconds * 1000
  const work = async () => {
    while (performance.now() < endMs) await served.add()
  }
  await Promise.all(Array.from({ length: clients }, work))
  return served
}

function collect(trip: Trip): Served & { add(): Promise<void> } {
  const trips: number[] = []
  const details: number[] = []
  const failures: string[] = []
  return {
    trips,
    details,
    failures,
    async add() {
      const lost = AbortSignal.timeout(lostMs)
      try {
        const { tripMs, detailsMs } = await Promise.race([
          trip(),
          once(lost, 'abort').then(() => Promise.reject(new Error('lost'))),
        ])
        trips.push(tripMs)
        details.push(detailsMs)
      } catch (error) {
        failures.push(String(error))
        trips.push(lostMs)
      }
    },
  }
}

/** The longest time without an answer of the web process. */
function watchHealth(baseUrl: string) {
  let longestMs = 0
  let isStopped = false
  const watch = async () => {
    while (!isStopped) {
      const ask = async () => {
        const response = await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(lostMs) })
        await response.text()
      }
      longestMs = Math.max(longestMs, await timeMs(() => ask().catch(() => undefined)))
      await delay(healthIntervalMs)
    }
  }
  const watching = watch()
  return {
    async stop() {
      isStopped = true
      await watching
      return longestMs
    },
  }
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
}
