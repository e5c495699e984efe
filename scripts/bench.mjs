/** `npm run bench`: every benchmark, or those named: `npm run bench -- upload`. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runNode24 } from './node-24.mjs'
import { rootFolder } from './root-folder.mjs'
import { runCommand, SetupError, say } from './setup/say.mjs'
import { ensureNodeModules, ensureRuntimePackages, ensureUnpackedPackages, ensureWebBuild } from './setup.mjs'

const words = process.argv.slice(2)

await runCommand(async () => {
  const folder = join(rootFolder, 'bench')
  const files = (existsSync(folder) ? readdirSync(folder) : [])
    .filter(
      name => name.endsWith('.bench.ts') && (words.length === 0 || words.some(word => name.includes(word))),
    )
    .toSorted()
  if (files.length === 0) throw new SetupError(`No benchmark matches: ${words.join(' ') || 'any'}`)
  await ensureRuntimePackages()
  if (files.includes('cluster.bench.ts')) await ensureUnpackedPackages()
  await ensureNodeModules()
  await ensureWebBuild()
  let failed = 0
  for (const name of files) {
    say(`\n=== ${name.replace('.bench.ts', '')} ===`)
    const exitCode = await runNode24(['scripts/bench/main.ts', `bench/${name}`])
    if (exitCode !== 0) failed += 1
  }
  return failed === 0 ? 0 : 1
})
