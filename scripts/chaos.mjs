/** `npm run chaos -- --minutes 10 --seed 1`: a long chaos test, with a report in bench/results. */
import { runNode24 } from './node-24.mjs'
import { runCommand } from './setup/say.mjs'
import { ensurePages, ensureTestPackages, sideBySide } from './setup.mjs'

await runCommand(async () => {
  await sideBySide(ensureTestPackages(), ensurePages())
  return runNode24(['scripts/chaos/main.ts', ...process.argv.slice(2)])
})
