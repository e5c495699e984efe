/** The Node that runs everything after the set-up: the one locked in package-lock.json, not the system's. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { rootFolder } from './root-folder.mjs'
import { SetupError } from './setup/say.mjs'

export const node24Path = join(rootFolder, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')

/**
 * For the processes of the product: a small young generation keeps a process that only passes bytes on at half the
 * memory, without costing it speed. Children of a process inherit its flags.
 */
export const serverFlags = ['--max-semi-space-size=2']

/** The environment for programs of this checkout: whatever they start by name comes from node_modules too. */
export function checkoutEnvironment() {
  const path = [join(rootFolder, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  // Sources are stripped of their types once, not at every start.
  const compileCache =
    process.env.NODE_COMPILE_CACHE ?? join(rootFolder, 'node_modules', '.cache', 'compiled')
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: compileCache }
}

/**
 * Runs a program of this checkout in a process of its own and answers its exit code.
 * @param {string[]} args the script, relative to the checkout, and its arguments
 * @param {NodeJS.ProcessEnv} [env] beside what is set already
 * @returns {Promise<number>}
 */
export async function runNode24(args, env = {}) {
  const child = spawn(node24Path, args, {
    cwd: rootFolder,
    stdio: 'inherit',
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
    // Only now: a stopped test run leaves no browser or database behind.
    if (stoppedBy !== undefined) throw new SetupError(`Stopped by ${stoppedBy}.`)
    return exitCode
  } finally {
    process.off('SIGINT', passOn).off('SIGTERM', passOn)
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} the exit code, or 128 + the signal's number as shells have it
 */
export function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}
