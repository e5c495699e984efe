/** `npm start`: runs database, web process and worker on one machine, each as a separate process. */

import type { Settings } from './config.ts'
import { createLog } from './log.ts'
import { provideDatabase } from './provide-database.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { superviseProcess } from './supervise-process.ts'

await runUntilStopped(async settings => {
  const log = createLog(settings.LOG_LEVEL, 'main')
  const database = await provideDatabase(settings, log)
  const env = { ...process.env, DATABASE_URL: database.url }
  const processes = ['main-web.ts', 'main-worker.ts'].map((name, index) =>
    superviseProcess({
      program: new URL(name, import.meta.url),
      env: { ...env, ...metricsPortEnv(settings, index) },
      log,
      drainSeconds: settings.DRAIN_SECONDS,
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
  process.stdout.write(`\nFilesmith is ready: http://${host}:${settings.PORT}\nPress Ctrl-C to stop.\n\n`)
  return { close }
})

/** The worker uses the port after that of the web process; with 0 each process picks a free one. */
function metricsPortEnv({ METRICS_PORT: port }: Settings, index: number): NodeJS.ProcessEnv {
  return port ? { METRICS_PORT: String(port + index) } : {}
}
