/** Runs programs with the Node version locked in package-lock.json instead of the system's. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { rootFolder } from './root-folder.mjs'
import { SetupError } from './setup/say.mjs'

/** On macOS and Windows, where only the check and some tests run, it is the Node that runs this (CONTRIBUTING.md). */
export const node24Path =
  process.platform === 'linux'
    ? join(rootFolder, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')
    : process.execPath

/**
 * For server processes: a small young generation halves the memory of a process that mostly streams
 * bytes, without slowing it down. Without a warm start memory counts more than the time of a request.
 * Child processes inherit the flags.
 */
export const serverFlags = [
  '--max-semi-space-size=2',
  ...(process.env.WARM_START === 'false' ? ['--optimize-for-size'] : []),
]

/**
 * For server processes: glibc keeps an arena of memory for each of many threads that allocate little. One arena keeps
 * less; its share of the saved memory was not measured separately.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1' }

/** The environment for programs of this checkout: commands they start by name resolve in node_modules first. */
export function checkoutEnvironment() {
  const path = [join(rootFolder, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  // Caches type-stripped sources between starts.
  const compileCache =
    process.env.NODE_COMPILE_CACHE ?? join(rootFolder, 'node_modules', '.cache', 'compiled')
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: compileCache }
}

/**
 * Runs a program of this checkout in a child process and returns its exit code.
 * @param {string[]} args the script, relative to the checkout, and its arguments
 * @param {NodeJS.ProcessEnv} [env] added to the current environment
 * @param {number} [output] an open file for its output, instead of the terminal
 * @returns {Promise<number>}
 */
export async function runNode24(args, env = {}, output) {
  const child = spawn(node24Path, args, {
    cwd: rootFolder,
    stdio: output === undefined ? 'inherit' : ['ignore', output, output],
    env: { ...checkoutEnvironment(), ...env },
  })
  /** @type {NodeJS.Signals | undefined} */
  let stoppedBy
  /** @param {NodeJS.Signals} signal */
  const passOn = signal => {
    stoppedBy = signal
    child.kill(signal)
  }
  process.on('SIGINT', passOn).on('SIGTERM', passOn)
  try {
    const exitCode = await exitCodeOf(child)
    // Only after the child has ended: an interrupted test run leaves no browser or database behind.
    if (stoppedBy !== undefined) throw new SetupError(`Stopped by ${stoppedBy}.`)
    return exitCode
  } finally {
    process.off('SIGINT', passOn).off('SIGTERM', passOn)
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} the exit code, or 128 + the signal's number as in shells
 */
export function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}
