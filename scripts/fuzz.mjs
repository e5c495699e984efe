/** `npm run fuzz -- --minutes 10 --target xml --seed 7`: fuzzes our parsers with mutated inputs. */
import { runNode24 } from './node-24.mjs'
import { runCommand } from './setup/say.mjs'
import { ensureNodeModules } from './setup.mjs'

await runCommand(async () => {
  await ensureNodeModules()
  return runNode24(['tests/fuzz/main.ts', ...process.argv.slice(2)])
})
