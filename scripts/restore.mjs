/** `npm run restore -- backup.tar`: see main-restore.ts. Installs what a fresh checkout lacks first. */
import { resolve } from 'node:path'
import { runNode24 } from './node-24.mjs'
import { runCommand } from './setup/say.mjs'
import { ensureNodeModules } from './setup.mjs'

await runCommand(async () => {
  await ensureNodeModules()
  return runNode24(['packages/server/src/main-restore.ts', ...process.argv.slice(2).map(fromWhereTyped)])
})

/**
 * npm runs scripts in the checkout, so a relative path is resolved against the caller's folder.
 * @param {string} argument
 */
function fromWhereTyped(argument) {
  return argument.startsWith('-') ? argument : resolve(process.env.INIT_CWD ?? '.', argument)
}
