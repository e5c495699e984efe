/**
 * Rolling upgrade: web and worker processes of an older commit together with those of this one, on one database and
 * storage. UPGRADE_FROM names the older commit; default: the last one before the newest migration.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../packages/server/src/adapters/embedded-postgres/start-embedded-postgres.ts'
import { drawNoise } from '../tests/support/images.ts'
import { freePort, type ServerProcess, startProcess, untilHealthy } from '../tests/support/server-process.ts'
import type { Bench } from './bench.ts'
import { checkOutOlder } from './support/check-out-older.ts'
import { type Journey, runJourney } from './support/upgrade-journey.ts'

/** Journeys through every pair of web processes. */
const roundsOfEachPhase = 10

export const bench: Bench = {
  name: 'rolling-upgrade',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'filesmith-upgrade-'))
    const older = await checkOutOlder(join(folder, 'older'), process.env.UPGRADE_FROM)
    console.log(`from ${older.commit}`)
    const postgres = await startEmbeddedPostgres({
      dataDir: join(folder, 'data'),
      log: { info() {}, warn() {} },
      isDurable: false,
    })
    const running: ServerProcess[] = []
    const env = {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: postgres.connectionString,
      ADDRESS_PER_DAY: '100000',
    }
    const startWeb = async (sourceDir?: string) => {
      const port = await freePort()
      const web = startProcess('main-web', { ...env, PORT: String(port) }, [], sourceDir)
      running.push(web)
      await untilHealthy(`http://127.0.0.1:${port}`, web)
      return { baseUrl: `http://127.0.0.1:${port}`, process: web }
    }
    const startWorker = async (sourceDir?: string) => {
      const port = await freePort()
      const worker = startProcess('main-worker', { ...env, METRICS_PORT: String(port) }, [], sourceDir)
      running.push(worker)
      // Older workers have no health endpoint; jobs wait for them.
      if (sourceDir === undefined) await untilHealthy(`http://127.0.0.1:${port}`, worker)
      return worker
    }
    const image = await drawNoise(600, 400)
    const journeys: Journey[] = []
    const runJourneys = async (phase: string, webs: readonly string[]) => {
      for (let round = 0; round < roundsOfEachPhase; round += 1)
        for (const first of webs)
          for (const second of webs) journeys.push(await runJourney(phase, [first, second], image))
    }
    try {
      const oldWeb = await startWeb(older.sourceDir)
      const oldWorker = await startWorker(older.sourceDir)
      await runJourneys('before', [oldWeb.baseUrl])
      // Same order as in docs/scaling.md: workers first.
      const newWorker = await startWorker()
      await runJourneys('old web, old and new worker', [oldWeb.baseUrl])
      await stop(oldWorker)
      await runJourneys('old web, new worker', [oldWeb.baseUrl])
      const newWeb = await startWeb()
      await runJourneys('old and new web, new worker', [oldWeb.baseUrl, newWeb.baseUrl])
      await stop(oldWeb.process)
      await runJourneys('after', [newWeb.baseUrl])
      await stop(newWorker)
      const failures = journeys.filter(({ failure }) => failure !== null)
      for (const { phase, failure } of failures) console.error(`${phase}: ${failure}`)
      const phases = [...new Set(journeys.map(({ phase }) => phase))]
      return [
        ...phases.map(phase => ({
          what: `conversions, ${phase}`,
          value: journeys.filter(journey => journey.phase === phase).length,
          unit: '',
        })),
        { what: 'that failed', value: failures.length, unit: '', goal: 'none', isMet: failures.length === 0 },
      ]
    } finally {
      await Promise.all(running.map(stop))
      await postgres.stop()
      await older.remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Drains the process, as an operator does. */
async function stop(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  await server.ended()
}
