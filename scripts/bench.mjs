/** `npm run bench`: every benchmark, or those named: `npm run bench -- upload`, `npm run bench -- yardsticks --folder F`. */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runNode24 } from './node-24.mjs'
import { rootFolder } from './root-folder.mjs'
import { runCommand, SetupError, say } from './setup/say.mjs'
import { ensureNodeModules, ensureRuntimePackages, ensureUnpackedPackages, ensureWebBuild } from './setup.mjs'

const { positionals: words, values } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' }, from: { type: 'string' }, seeds: { type: 'string' } },
})
const options = [
  ...(values.folder === undefined ? [] : ['--folder', resolve(values.folder)]),
  ...(values.from === undefined ? [] : ['--from', values.from]),
  ...(values.seeds === undefined ? [] : ['--seeds', values.seeds]),
]

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
    const exitCode = await runNode24(['scripts/bench/main.ts', `bench/${name}`, ...options])
    if (exitCode !== 0) failed += 1
  }
  return failed === 0 ? 0 : 1
})
