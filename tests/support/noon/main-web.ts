/** A web process for which it is noon. */
import { composeWeb } from '../../../packages/server/src/compose-web.ts'
import { createLog } from '../../../packages/server/src/log.ts'
import { runUntilStopped } from '../../../packages/server/src/run-until-stopped.ts'
import { noonClock } from '../test-clocks.ts'

await runUntilStopped(async settings => {
  const web = await composeWeb(settings, createLog(settings.LOG_LEVEL, 'web'), noonClock)
  await web.app.listen({ port: settings.PORT, host: settings.HOST })
  return web
})
