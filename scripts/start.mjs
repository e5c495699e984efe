/** `npm start`: installs what is missing, then runs all processes until stopped. */
import { serverEnvironment, serverFlags } from './node-24.mjs'
import { runInForeground } from './run-in-foreground.mjs'
import { runCommand } from './setup/say.mjs'
import { ensurePages, ensureRuntimePackages, sideBySide } from './setup.mjs'

await runCommand(async () => {
  await sideBySide(ensureRuntimePackages(), ensurePages())
  return runInForeground([
    { args: [...serverFlags, 'packages/server/src/main-all.ts'], env: serverEnvironment },
  ])
})
