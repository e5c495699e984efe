/** `npm run check`: format, lint, types, import walls, unused code, lockfile, private traces. */
import { runNode24 } from './node-24.mjs'
import { runCommand } from './setup/say.mjs'
import { ensureNodeModules } from './setup.mjs'

await runCommand(async () => {
  await ensureNodeModules()
  return runNode24(['scripts/check/main.ts'])
})
