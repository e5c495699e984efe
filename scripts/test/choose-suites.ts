/** Turns the words after `npm test --` into suites and the files of each that shall run. */
import type { Suite } from './suites.ts'

export interface ChosenSuite {
  readonly suite: Suite
  readonly files: readonly string[]
}

/**
 * Words that name a suite choose it whole; the others must occur in a file's path.
 * A suite that loses all its files to such a word is left out; one that never had any stays, to be named.
 */
export function chooseSuites(
  suites: readonly Suite[],
  words: readonly string[],
  filesOf: (suite: Suite) => readonly string[],
): ChosenSuite[] {
  const names = words.filter(word => suites.some(({ name }) => name === word))
  const patterns = words.filter(word => !names.includes(word))
  return suites
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map(suite => {
      const files = filesOf(suite)
      const isWanted = (file: string) => patterns.some(pattern => file.includes(pattern))
      return { suite, files: patterns.length === 0 ? files : files.filter(isWanted) }
    })
    .filter(({ files }) => patterns.length === 0 || files.length > 0)
}
