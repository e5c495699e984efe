/** Prints the progress of the set-up. */

/** @type {NodeJS.WriteStream} */
let stream = process.stdout

/**
 * For programs whose stdout is piped into another program.
 * @param {NodeJS.WriteStream} other
 */
export function sayOn(other) {
  stream = other
}

/** @param {string} sentence */
export function say(sentence) {
  stream.write(`${sentence}\n`)
}

/** @param {number} startedAtMs a value of performance.now() */
export function secondsSince(startedAtMs) {
  return `${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`
}

/** A failure the user can fix: shown without a stack trace. */
export class SetupError extends Error {}

/**
 * Runs a command's main function; a SetupError ends it with its message alone.
 * @param {() => Promise<number>} main returns the exit code
 */
export async function runCommand(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`\n${error.message}\n`)
    process.exitCode = 1
  }
}
