/** Runs long-lived programs in parallel as one: a stop signal ends all of them, and so does the exit of any. */
import { spawn } from 'node:child_process'
import { checkoutEnvironment, exitCodeOf, node24Path } from './node-24.mjs'
import { rootFolder } from './root-folder.mjs'

/** @typedef {{ args: string[], cwd?: string, env?: NodeJS.ProcessEnv }} Program arguments for Node 24 */

const stopSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * @param {Program[]} programs
 * @returns {Promise<number>} the exit code of the first to end
 */
export async function runInForeground(programs) {
  const children = programs.map(({ args, cwd = rootFolder, env = {} }) => {
    return spawn(node24Path, args, {
      cwd,
      env: { ...checkoutEnvironment(), ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      // In a separate process group, so that Ctrl-C reaches it only once, through this process.
      detached: true,
    })
  })
  const stop = stopOnce(children)
  for (const signal of stopSignals) process.on(signal, stop)

  const extensions = children.map(exitCodeOf)
  const exitCode = await Promise.race(extensions)
  stop('SIGTERM')
  await Promise.all(extensions)
  return exitCode
}

/**
 * npm forwards the Ctrl-C that the terminal has already sent, so repeated signals are ignored.
 * @param {import('node:child_process').ChildProcess[]} children
 */
function stopOnce(children) {
  let isStopping = false
  /** @param {NodeJS.Signals} signal */
  return signal => {
    if (isStopping) return
    isStopping = true
    for (const child of children) child.kill(signal)
  }
}
