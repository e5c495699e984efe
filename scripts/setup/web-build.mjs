/** Builds the web pages if their sources have changed since the last build. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutEnvironment } from '../node-24.mjs'
import { rootFolder } from '../root-folder.mjs'
import { filesBelow, hashFiles } from './hash-files.mjs'
import { runQuietly } from './run-quietly.mjs'
import { SetupError, say, secondsSince } from './say.mjs'

const webFolder = join(rootFolder, 'packages', 'web')
// Vite empties the folder first, so an interrupted build has no stamp.
const stampPath = join(webFolder, 'dist', '.filesmith-built')

export function isWebBuildCurrent() {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === sourcesFingerprint()
}

export async function buildWeb() {
  const startedAtMs = performance.now()
  say('Building the web pages ...')
  const builtFrom = sourcesFingerprint()
  const { isOk, output } = await runQuietly(['npm', 'run', 'build', '-w', '@filesmith/web'], {
    cwd: rootFolder,
    env: checkoutEnvironment(),
  })
  if (!isOk) {
    process.stderr.write(output)
    throw new SetupError('The web pages could not be built; see the output above.')
  }
  writeFileSync(stampPath, builtFrom)
  say(`Web pages built in ${secondsSince(startedAtMs)}.`)
}

function sourcesFingerprint() {
  const sources = [...filesBelow(webFolder), ...filesBelow(join(rootFolder, 'packages', 'contract'))]
  const shipped = sources.filter(path => !/\.test\.tsx?$/.test(path))
  return hashFiles(rootFolder, [...shipped, join(rootFolder, 'package-lock.json')])
}
