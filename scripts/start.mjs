/** `npm start`: sets up what is missing, then runs the whole product until it is told to stop. */
import { serverFlags } from './node-24.mjs'
import { runInForeground } from './run-in-foreground.mjs'
import { runCommand } from './setup/say.mjs'
import { ensureNodeModules, ensureRuntimePackages, ensureWebBuild } from './setup.mjs'

await runCommand(async () => {
  await ensureRuntimePackages()
  await ensureNodeModules()
  await ensureWebBuild()
  return runInForeground([{ args: [...serverFlags, 'packages/server/src/main-all.ts'] }])
})
