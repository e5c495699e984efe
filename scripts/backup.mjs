/** `npm run backup -- backup.tar`: see main-backup.ts. Installs nothing, so that stdout carries only the backup. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { node24Path, runNode24 } from './node-24.mjs'
import { runCommand, SetupError } from './setup/say.mjs'

await runCommand(async () => {
  if (!existsSync(node24Path)) throw new SetupError('Nothing is installed here yet. Run npm start once.')
  return runNode24(['packages/server/src/main-backup.ts', ...process.argv.slice(2).map(fromWhereTyped)])
})

/**
 * npm runs scripts in the checkout, so a relative path is resolved against the caller's folder.
 * @param {string} argument
 */
function fromWhereTyped(argument) {
  return argument.startsWith('-') ? argument : resolve(process.env.INIT_CWD ?? '.', argument)
}
