/** `node scripts/setup-part.mjs <part>`: runs one part of the set-up, for the layers of a container image. */
import { installServerModules } from './setup/node-modules.mjs'
import { runCommand, SetupError } from './setup/say.mjs'
import { ensureImagePackages, ensurePages } from './setup.mjs'

/** @type {Record<string, () => Promise<void>>} */
const parts = {
  'system-packages': () => ensureImagePackages(),
  'system-packages-lite': () => ensureImagePackages({ isLite: true }),
  'server-modules': installServerModules,
  'web-build': ensurePages,
}

await runCommand(async () => {
  const part = parts[process.argv[2] ?? '']
  if (part === undefined)
    throw new SetupError(`Usage: node scripts/setup-part.mjs ${Object.keys(parts).join('|')}`)
  await part()
  return 0
})
