/** `npm start`: runs database, web process and worker on one machine, each as a separate process. */

import { z } from 'zod'
import type { Settings } from './config.ts'
import { createLog } from './log.ts'
import { provideDatabase } from './provide-database.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { superviseProcess } from './supervise-process.ts'

const setUpMessageSchema = z.object({ setUp: z.object({ link: z.string().nullable() }) })

if (import.meta.main) await runUntilStopped(run)

async function run(settings: Settings) {
  const log = createLog(settings.LOG_LEVEL, 'main')
  const database = await provideDatabase(settings, log)
  const env = { ...process.env, DATABASE_URL: database.url }
  const processes = ['main-web.ts', 'main-worker.ts'].map((name, index) =>
    superviseProcess({
      program: new URL(name, import.meta.url),
      env: { ...env, ...metricsPortEnv(settings, index) },
      log,
      drainSeconds: settings.DRAIN_SECONDS,
      onMessage: message => process.stdout.write(describeSetUp(message)),
    }),
  )
  const close = async (force: AbortSignal) => {
    await Promise.all(processes.map(process => process.stop(force)))
    await database.release()
  }
  try {
    await Promise.all(processes.map(process => process.ready))
  } catch (error) {
    await close(AbortSignal.abort())
    throw error
  }
  const host = settings.HOST === '0.0.0.0' || settings.HOST === '::' ? 'localhost' : settings.HOST
  process.stdout.write(`\nFilesmith is ready: http://${host}:${settings.PORT}${settings.BASE_PATH}\n`)
  if (settings.INSTANCE === 'public')
    process.stdout.write(
      'To run it privately, without plans, payments and advertising: INSTANCE=private npm start\n',
    )
  process.stdout.write('Press Ctrl-C to stop.\n\n')
  return { close, failed: Promise.race(processes.map(process => process.failed)) }
}

/** Sent by a web process that found no operator. */
function describeSetUp(message: unknown): string {
  const sent = setUpMessageSchema.safeParse(message)
  if (!sent.success) return ''
  const { link } = sent.data.setUp
  return link === null
    ? '\nThis installation has no operator yet. Its set-up link was printed at an earlier start.\nGet a new one: npm run admin -- set-up-link\n'
    : `\nThis installation has no operator yet. Create one with this link, within 24 hours:\n${link}\n`
}

/** The worker uses the port after that of the web process; with 0 each process picks a free one. */
function metricsPortEnv({ METRICS_PORT: port }: Settings, index: number): NodeJS.ProcessEnv {
  return port ? { METRICS_PORT: String(port + index) } : {}
}
