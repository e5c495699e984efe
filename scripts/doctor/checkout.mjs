/** Checks the checkout: installed npm packages against the lockfile, and the web build. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '../root-folder.mjs'
import { nativePackagePaths } from '../setup/node-modules.mjs'
import { isWebBuildCurrent } from '../setup/web-build.mjs'

/** @typedef {import('./report.mjs').Finding} Finding */
/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Locked */

const named = 4

/** @returns {Finding[]} */
export function checkCheckout() {
  return [checkModules(rootFolder), checkWebBuild()]
}

/**
 * @param {string} folder
 * @returns {Finding}
 */
function checkModules(folder) {
  const about = { area: 'checkout', name: 'npm packages' }
  const fix = 'npm ci --ignore-scripts --include=dev (npm start does this)'
  /** @type {{ packages: Record<string, Locked> }} */
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const { missing, wrong } = compareModules(lock, path => readVersion(join(folder, path)))
  if (missing.length + wrong.length === 0) return { ...about, status: 'ok', found: 'as in the lockfile' }
  if (!existsSync(join(folder, 'node_modules')))
    return { ...about, status: 'problem', found: 'not installed', fix }
  const faults = [describeNames(missing, 'missing'), describeNames(wrong, 'not the locked version')]
  return { ...about, status: 'problem', found: faults.filter(text => text !== '').join('; '), fix }
}

/**
 * Optional packages are required only where os, cpu and libc match this machine; dev packages may be missing.
 * @param {{ packages: Record<string, Locked> }} lock
 * @param {(path: string) => string | undefined} installedVersion
 */
export function compareModules(lock, installedVersion) {
  const native = new Set(nativePackagePaths(lock, process.arch))
  /** @type {string[]} */
  const missing = []
  /** @type {string[]} */
  const wrong = []
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (!path.startsWith('node_modules/')) continue
    const version = installedVersion(path)
    const mayMiss = locked.dev || locked.devOptional || locked.peer || (locked.optional && !native.has(path))
    if (version === undefined && !mayMiss) missing.push(path.replace(/^node_modules\//, ''))
    if (version !== undefined && !locked.link && version !== locked.version)
      wrong.push(path.replace(/^node_modules\//, ''))
  }
  return { missing, wrong }
}

/** @param {string} path */
function readVersion(path) {
  try {
    return String(JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')).version)
  } catch {
    return undefined
  }
}

/**
 * @param {string[]} names
 * @param {string} what
 */
function describeNames(names, what) {
  if (names.length === 0) return ''
  const more = names.length > named ? ` and ${names.length - named} more` : ''
  return `${what}: ${names.slice(0, named).join(', ')}${more}`
}

/** @returns {Finding} */
function checkWebBuild() {
  const about = { area: 'checkout', name: 'web pages' }
  const fix = 'Run npm start, or node scripts/setup-part.mjs web-build.'
  if (!existsSync(join(rootFolder, 'packages', 'web', 'dist', 'index.html')))
    return { ...about, status: 'problem', found: 'not built', fix }
  if (isWebBuildCurrent()) return { ...about, status: 'ok', found: 'built from these sources' }
  return { ...about, status: 'warning', found: 'built from older sources', fix }
}
