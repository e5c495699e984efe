/** `npm run backup -- backup.tar`: see main-backup. Installs nothing, so that the standard output is the backup alone. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { node24Path, runNode24 } from './node-24.mjs'
import { runCommand, SetupError } from './setup/say.mjs'

await runCommand(async () => {
  if (!existsSync(node24Path)) throw new SetupError('Nothing is installed here yet. Run npm start once.')
  return runNode24(['packages/server/src/main-backup.ts', ...process.argv.slice(2).map(fromWhereTyped)])
})

/**
 * npm runs commands in the checkout, wherever they were typed.
 * @param {string} argument
 */
function fromWhereTyped(argument) {
  return argument.startsWith('-') ? argument : resolve(process.env.INIT_CWD ?? '.', argument)
}
