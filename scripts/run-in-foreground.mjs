/** Runs long-lived programs side by side as one: a stop signal ends them all, and so does the end of any. */
import { spawn } from 'node:child_process'
import { checkoutEnvironment, exitCodeOf, node24Path } from './node-24.mjs'
import { rootFolder } from './root-folder.mjs'

/** @typedef {{ args: string[], cwd?: string, env?: NodeJS.ProcessEnv }} Program what to give to Node 24 */

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
      // In a process group of its own: Ctrl-C reaches it once, through us, and not also from the terminal and from npm.
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
 * npm passes on the Ctrl-C that the terminal has sent to us as well, so a repetition says nothing new.
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
