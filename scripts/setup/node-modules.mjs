/** Installs node_modules when they do not match the lockfile. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { node24Path } from '../node-24.mjs'
import { rootFolder } from '../root-folder.mjs'
import { hashWords } from './hash-files.mjs'
import { runQuietly } from './run-quietly.mjs'
import { SetupError, say, secondsSince } from './say.mjs'

const stampPath = join(rootFolder, 'node_modules', '.filesmith-installed')

export function areNodeModulesCurrent() {
  if (!existsSync(stampPath) || readFileSync(stampPath, 'utf8') !== fingerprint()) return false
  const lock = JSON.parse(readFileSync(join(rootFolder, 'package-lock.json'), 'utf8'))
  const expected = nativePackagePaths(lock, process.arch).map(path => join(rootFolder, path, 'package.json'))
  return [node24Path, ...expected].every(path => existsSync(path))
}

export async function installNodeModules() {
  // The build needs dev packages too, regardless of NODE_ENV.
  await runNpmCi(['--include=dev'])
  mkdirSync(join(rootFolder, 'node_modules'), { recursive: true })
  writeFileSync(stampPath, fingerprint())
}

/** Production dependencies of the server only, for a container image. */
export async function installServerModules() {
  await runNpmCi(['--omit=dev', '--workspace=@filesmith/server', '--include-workspace-root'])
}

/** @param {string[]} scope which of the packages */
async function runNpmCi(scope) {
  const startedAtMs = performance.now()
  say('Installing npm packages ...')
  // Removed first, so that an interrupted installation does not count as complete.
  rmSync(stampPath, { force: true })
  const [program, ...args] = npmCommand(process.env)
  const flags = ['ci', ...scope, '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund']
  const { isOk, output } = await runQuietly([program, ...args, ...flags], {
    cwd: rootFolder,
    env: { ...process.env, PATH: pathWithoutCheckout(process.env.PATH ?? '') },
  })
  if (!isOk) {
    process.stderr.write(output)
    throw new SetupError('The npm packages could not be installed; see the output above.')
  }
  if (!existsSync(node24Path)) {
    throw new SetupError(`No Node for ${process.platform} ${process.arch} among the npm packages.`)
  }
  removeUnusedFiles(join(rootFolder, 'node_modules'))
  say(`npm packages installed in ${secondsSince(startedAtMs)}.`)
}

/** Builds for other systems, headers and manual of Node, source maps: a quarter of what npm unpacks. */
const unusedFile =
  /^onnxruntime-node\/bin\/[^/]+\/(?:darwin|win32)$|^node-linux-\w+\/(?:include|share)$|\.(?:[cm]?[jt]s|css)\.map$/

/** @param {string} folder */
export function removeUnusedFiles(folder) {
  // Read whole before the first is removed; what is below a removed folder is gone then.
  const unused = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path =>
    unusedFile.test(path),
  )
  for (const path of unused) rmSync(join(folder, path), { recursive: true, force: true })
}

/**
 * Packages of the lockfile specific to this platform: if one is missing, node_modules came from another machine.
 * @param {{ packages: Record<string, { os?: string[], cpu?: string[], libc?: string[] }> }} lock
 * @param {string} arch
 */
export function nativePackagePaths(lock, arch) {
  return Object.entries(lock.packages)
    .filter(([, { os, cpu, libc }]) => {
      return os?.includes('linux') && cpu?.includes(arch) && (libc === undefined || libc.includes('glibc'))
    })
    .map(([path]) => path)
}

function fingerprint() {
  const lock = readFileSync(join(rootFolder, 'package-lock.json'), 'utf8')
  const root = readManifest('.')
  /** @type {string[]} */
  const workspaces = root.workspaces
  const manifests = [root, ...workspaces.map(readManifest)].map(installedPart)
  return hashWords([process.platform, process.arch, lock, ...manifests])
}

/** @param {string} folder */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(rootFolder, folder, 'package.json'), 'utf8'))
}

/**
 * The fields of package.json that affect node_modules: a new script does not require an installation.
 * @param {Record<string, unknown>} manifest
 */
export function installedPart(manifest) {
  const { name, version, bin, workspaces, overrides, dependencies } = manifest
  const { devDependencies, optionalDependencies, peerDependencies } = manifest
  const named = { name, version, bin, workspaces, overrides }
  return JSON.stringify({ ...named, dependencies, devDependencies, optionalDependencies, peerDependencies })
}

/**
 * npm must not run on the Node inside node_modules: `npm ci` removes it while it runs.
 * @param {NodeJS.ProcessEnv} env
 * @returns {[string, ...string[]]}
 */
function npmCommand(env) {
  const { npm_node_execpath: node, npm_execpath: npm } = env
  if (node === undefined || node.startsWith(rootFolder) || !npm?.endsWith('npm-cli.js')) return ['npm']
  return [node, npm]
}

/** @param {string} path */
function pathWithoutCheckout(path) {
  return path
    .split(delimiter)
    .filter(folder => !folder.startsWith(join(rootFolder, 'node_modules')))
    .join(delimiter)
}
