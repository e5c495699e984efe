#!/usr/bin/env node
/** `npx filesmith`: runs the command line of this checkout, after installing missing npm packages. */
import { spawn } from 'node:child_process'
import { checkoutEnvironment, exitCodeOf, node24Path } from './node-24.mjs'
import { rootFolder } from './root-folder.mjs'
import { runCommand, sayOn } from './setup/say.mjs'
import { ensureNodeModules } from './setup.mjs'

await runCommand(async () => {
  // stdout may carry results, so set-up messages go to stderr.
  sayOn(process.stderr)
  await ensureNodeModules()
  const child = spawn(node24Path, [`${rootFolder}/packages/cli/src/main.ts`, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: checkoutEnvironment(),
  })
  // A terminal sends Ctrl-C to the whole group: the program treats two signals at once as one.
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  return exitCodeOf(child)
})
