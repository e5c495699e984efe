/** Selects suites and test files from the arguments of `npm test --`. */
import type { Suite } from './suites.ts'

export interface ChosenSuite {
  readonly suite: Suite
  readonly files: readonly string[]
}

/**
 * Arguments that name a suite select it; others must occur in a file's path.
 * A suite without matching files is left out; a suite without any files stays, so that it is reported.
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
