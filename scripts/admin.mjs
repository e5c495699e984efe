/** `npm run admin -- ...`: manages operators and granted plans of the installation on this machine. */
import { runNode24, serverFlags } from './node-24.mjs'
import { runCommand } from './setup/say.mjs'
import { ensureNodeModules } from './setup.mjs'

await runCommand(async () => {
  await ensureNodeModules()
  return runNode24([...serverFlags, 'packages/server/src/main-admin.ts', ...process.argv.slice(2)])
})
