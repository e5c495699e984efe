/** Counts tests from the reports of vitest and Playwright. */

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The titles of the failed tests, so that the end of a long log names them. */
  readonly failures: readonly string[]
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
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
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
    failures: report.testResults.flatMap(({ name, status, assertionResults }) => {
      const failed = assertionResults.filter(test => test.status === 'failed')
      if (status === 'failed' && failed.length === 0) return [name]
      return failed.map(({ fullName }) => `${name} › ${fullName}`)
    }),
  }
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[] | undefined
  readonly specs: readonly { readonly ok: boolean; readonly file: string; readonly title: string }[]
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

function failedSpecs({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file} › ${title}`)
  return [...own, ...suites.flatMap(failedSpecs)]
}

/** A non-zero exit code or a suite without any passed test counts as a failure. */
export function settleTally(reported: Tally | undefined, exitCode: number): Tally {
  const tally = reported ?? noTests
  const isSuspicious = exitCode !== 0 || tally.passed === 0
  return isSuspicious && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
