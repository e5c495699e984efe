/** `npm test`: installs what is missing, then runs all suites, or those named: `npm test -- unit`. */
import { runNode24 } from './node-24.mjs'
import { runCommand } from './setup/say.mjs'
import { ensureNodeModules, ensureTestPackages, sideBySide } from './setup.mjs'

await runCommand(async () => {
  await sideBySide(ensureTestPackages(), ensureNodeModules())
  return runNode24(['scripts/test/main.ts', ...process.argv.slice(2)])
})
