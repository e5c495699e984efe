/** A web process: serves HTTP and enqueues jobs. Any number of them may run. */
import { composeWeb } from './compose.ts'
import { createLog } from './log.ts'
import { runUntilStopped } from './run-until-stopped.ts'

await runUntilStopped(async settings => {
  const log = createLog(settings.LOG_LEVEL, 'web')
  const web = await composeWeb(settings, log)
  await web.app.listen({ port: settings.PORT, host: settings.HOST })
  return web
})
