/**
 * `npm run lock:trim`, after `npm install`: removes optional packages of other platforms that could not be locked, and
 * those that nothing here runs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '../root-folder.mjs'
import { absentOptionals } from './check-lockfile.ts'

/**
 * Faster builds of recheck, 52 MB and none for arm64: its JavaScript judges the few expressions of a change as well. The
 * canvas that pdf.js would draw on, 36 MB: PDFium draws the pages.
 */
const neverRun = /^(?:recheck-|@napi-rs\/canvas)/

const lockPath = join(rootFolder, 'package-lock.json')
const lock = JSON.parse(readFileSync(lockPath, 'utf8'))
for (const path of Object.keys(lock.packages))
  if (neverRun.test(path.replace('node_modules/', ''))) delete lock.packages[path]
const absent = absentOptionals(lock.packages)
for (const { path, name } of absent) {
  const entry = lock.packages[path]
  delete entry.optionalDependencies[name]
  if (Object.keys(entry.optionalDependencies).length === 0) delete entry.optionalDependencies
}
writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${absent.length} optional packages dropped from package-lock.json`)
