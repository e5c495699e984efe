#!/usr/bin/env node
/** `npx filesmith`: the command line from this checkout, which first gets its npm packages where they are missing. */
import { spawn } from 'node:child_process'
import { checkoutEnvironment, exitCodeOf, node24Path } from './node-24.mjs'
import { rootFolder } from './root-folder.mjs'
import { runCommand, sayOn } from './setup/say.mjs'
import { ensureNodeModules } from './setup.mjs'

await runCommand(async () => {
  // Results may go to stdout.
  sayOn(process.stderr)
  await ensureNodeModules()
  const child = spawn(node24Path, [`${rootFolder}/packages/cli/src/main.ts`, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: checkoutEnvironment(),
  })
  // A terminal sends Ctrl-C to both of us: the program knows that two at once are one.
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  return exitCodeOf(child)
})
