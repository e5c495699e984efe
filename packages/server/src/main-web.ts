/** A web process: serves HTTP and enqueues jobs. Any number of them may run. */

import type { Logger } from 'pino'
import { composeWeb } from './compose-web.ts'
import type { Settings } from './config.ts'
import type { PendingSetUp } from './domain/administration/set-up.ts'
import { createLog } from './log.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { watchEventLoop } from './watch-event-loop.ts'

if (import.meta.main) await runUntilStopped(run)

async function run(settings: Settings) {
  const log = createLog(settings.LOG_LEVEL, 'web')
  const web = await composeWeb(settings, log)
  await web.app.listen({ port: settings.PORT, host: settings.HOST })
  watchEventLoop('web')
  if (web.pendingSetUp) announceSetUp(web.pendingSetUp, log)
  return web
}

/** `npm start` prints the link itself; the log contains it only once. */
function announceSetUp(setUp: PendingSetUp, log: Logger): void {
  if (process.send) process.send({ setUp })
  else if (setUp.link === null) log.warn('no operator exists, set-up link was logged at an earlier start')
  else log.warn({ link: setUp.link }, 'no operator exists, open the set-up link within 24 hours')
}
