/** `npm run restore -- backup.tar`: see main-restore. A fresh checkout gets what it needs first. */
import { resolve } from 'node:path'
import { runNode24 } from './node-24.mjs'
import { runCommand } from './setup/say.mjs'
import { ensureNodeModules } from './setup.mjs'

await runCommand(async () => {
  await ensureNodeModules()
  return runNode24(['packages/server/src/main-restore.ts', ...process.argv.slice(2).map(fromWhereTyped)])
})

/**
 * npm runs commands in the checkout, wherever they were typed.
 * @param {string} argument
 */
function fromWhereTyped(argument) {
  return argument.startsWith('-') ? argument : resolve(process.env.INIT_CWD ?? '.', argument)
}
