/** `npm run web` and `npm run worker`: runs a single server process, for deployments with several of each. */
import { serverEnvironment, serverFlags } from './node-24.mjs'
import { runInForeground } from './run-in-foreground.mjs'
import { runCommand, SetupError } from './setup/say.mjs'
import { ensureNodeModules, ensurePages, ensureRuntimePackages, sideBySide } from './setup.mjs'

const role = process.argv[2]

await runCommand(async () => {
  if (role !== 'web' && role !== 'worker') throw new SetupError('Usage: npm run web, or npm run worker')
  await sideBySide(ensureRuntimePackages(), role === 'web' ? ensurePages() : ensureNodeModules())
  return runInForeground([
    { args: [...serverFlags, `packages/server/src/main-${role}.ts`], env: serverEnvironment },
  ])
})
