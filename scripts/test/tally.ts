/** Counts tests from the reports of vitest and Playwright. */
import { stripVTControlCharacters } from 'node:util'

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Printed again at the end of a long log. */
  readonly failures: readonly Failure[]
}

export interface Failure {
  readonly title: string
  /** Without colors. */
  readonly message: string
  /** Files with the state at the time of the failure, such as the content of the page. */
  readonly attachments: readonly string[]
}

export const noTests: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped, failures }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
      failures: [...sum.failures, ...failures],
    }),
    noTests,
  )
}

export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    /** Why the file could not be loaded. */
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

/** A file that cannot be loaded has no tests, so it counts as one failure. */
export function tallyVitest(report: VitestReport): Tally {
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, status, message = '', assertionResults }) => {
      const failed = assertionResults.filter(test => test.status === 'failed')
      if (status === 'failed' && failed.length === 0) return [failure(name, [message])]
      return failed.map(({ fullName, failureMessages }) =>
        failure(`${name} › ${fullName}`, failureMessages ?? []),
      )
    }),
  }
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[] | undefined
  readonly specs: readonly {
    readonly ok: boolean
    readonly file: string
    readonly title: string
    readonly tests?: readonly { readonly results: readonly PlaywrightResult[] }[]
  }[]
}

interface PlaywrightResult {
  readonly errors: readonly { readonly message?: string }[]
  readonly attachments: readonly {
    readonly name: string
    readonly contentType: string
    readonly path?: string
  }[]
}

export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[]
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

/** A flaky test counts as failed. */
export function tallyPlaywright({ stats, suites }: PlaywrightReport): Tally {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(failedSpecs),
  }
}

function failedSpecs({ suites = [], specs }: PlaywrightSuite): Failure[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests = [] }) => {
      const results = tests.flatMap(test => test.results)
      const texts = results
        .flatMap(({ attachments }) => attachments)
        .filter(({ contentType }) => contentType.startsWith('text/'))
        .flatMap(({ path }) => path ?? [])
      return failure(
        `${file} › ${title}`,
        results.flatMap(({ errors }) => errors).map(({ message = '' }) => message),
        [...new Set(texts)],
      )
    })
  return [...own, ...suites.flatMap(failedSpecs)]
}

function failure(title: string, messages: readonly string[], attachments: readonly string[] = []): Failure {
  return { title, message: stripVTControlCharacters(messages.join('\n')), attachments }
}

/** A non-zero exit code or a suite without any passed test counts as a failure. */
export function settleTally(reported: Tally | undefined, exitCode: number): Tally {
  const tally = reported ?? noTests
  const isSuspicious = exitCode !== 0 || tally.passed === 0
  return isSuspicious && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
