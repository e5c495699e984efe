/** `npm run structure`: lines, modules and modules with one importer, by package. */
import { runNode24 } from './node-24.mjs'
import { runCommand } from './setup/say.mjs'
import { ensureNodeModules } from './setup.mjs'

await runCommand(async () => {
  await ensureNodeModules()
  return runNode24(['scripts/structure/main.ts', ...process.argv.slice(2)])
})
