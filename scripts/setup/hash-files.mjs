/** One fingerprint for a set of files: it changes when a name or a byte does. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * @param {string} baseFolder names are taken relative to it, so that a moved checkout keeps its fingerprint
 * @param {string[]} paths absolute
 * @param {string[]} [extras] further words that matter
 */
export function hashFiles(baseFolder, paths, extras = []) {
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) {
    const bytes = readFileSync(path)
    hash.update(`${relative(baseFolder, path)}\0${bytes.length}\0`).update(bytes)
  }
  return hash.update(extras.join('\0')).digest('hex')
}

/**
 * @param {string} folder absolute
 * @param {readonly string[]} [skippedNames] folders not to descend into
 * @returns {string[]} every file below it, absolute
 */
export function filesBelow(folder, skippedNames = ['node_modules', 'dist']) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skippedNames.includes(entry.name) ? [] : filesBelow(path, skippedNames)
    return entry.isFile() ? [path] : []
  })
}
