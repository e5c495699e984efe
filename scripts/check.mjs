/** `npm run check`: format, lint, types, import rules, words, unused code, lockfile, licenses, private paths. */
import { runNode24 } from './node-24.mjs'
import { runCommand } from './setup/say.mjs'
import { ensureNodeModules } from './setup.mjs'

await runCommand(async () => {
  await ensureNodeModules()
  return runNode24(['scripts/check/main.ts'])
})
