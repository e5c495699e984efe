/** `npm run client`: regenerates the TypeScript client from the OpenAPI document of /api/v1 served by a local server. */
import { runNode24 } from './node-24.mjs'
import { runCommand } from './setup/say.mjs'
import { ensureNodeModules, ensureWebBuild } from './setup.mjs'

await runCommand(async () => {
  await ensureNodeModules()
  await ensureWebBuild()
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration']
  return runNode24([...vitest, 'tests/integration/client-current.test.ts', '--update'])
})
