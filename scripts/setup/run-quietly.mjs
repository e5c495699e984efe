/** Runs a program and buffers its output, to be shown only if it fails. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * @param {readonly [string, ...string[]]} command program and arguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ isOk: boolean, stdout: string, output: string }>} output is stdout and stderr interleaved
 */
export function runQuietly([program, ...args], options = {}) {
  return new Promise(resolve => {
    let stdout = ''
    let output = ''
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const stopListening = endWithChild(child)
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      output += text
    })
    child.once('error', error => resolve({ isOk: false, stdout, output: `${output}${error.message}\n` }))
    child.once('close', code => {
      stopListening()
      resolve({ isOk: code === 0, stdout, output })
    })
  })
}

/**
 * A stop signal ends the child first: an installer must not continue in the background.
 * @param {import('node:child_process').ChildProcess} child
 */
function endWithChild(child) {
  /** @param {NodeJS.Signals} signal */
  const onSignal = signal => {
    child.once('close', () => process.exit(128 + constants.signals[signal]))
    child.kill(signal)
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  return () => process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
}
