/** Hashes a set of files: names and contents. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * @param {string} baseFolder names are relative to it, so that a moved checkout keeps its hash
 * @param {string[]} paths absolute
 */
export function hashFiles(baseFolder, paths) {
  return hashWords(paths.toSorted().flatMap(path => [relative(baseFolder, path), readFileSync(path)]))
}

/** @param {(string | Buffer)[]} words */
export function hashWords(words) {
  const hash = createHash('sha256')
  // Length-prefixed, so that different lists cannot produce the same input.
  for (const word of words) hash.update(`${Buffer.byteLength(word)}:`).update(word)
  return hash.digest('hex')
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
