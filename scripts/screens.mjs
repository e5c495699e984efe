/** `npm run screens`: takes screenshots of every screen and writes a contact sheet. */
import { runNode24 } from './node-24.mjs'
import { runCommand } from './setup/say.mjs'
import { ensurePages, ensureTestPackages, sideBySide } from './setup.mjs'

await runCommand(async () => {
  await sideBySide(ensureTestPackages(), ensurePages())
  return runNode24(['scripts/screens/main.ts', ...process.argv.slice(2)])
})
