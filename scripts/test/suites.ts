/** The test suites in order of execution: fast ones first, each alone; then two groups at the same time. */

export interface Suite {
  readonly name: string
  readonly runner: 'vitest' | 'playwright'
  /** Relative to the checkout. */
  readonly include: readonly string[]
  /** Starts the whole product, including the built web pages. */
  readonly needsWebBuild: boolean
  /** Browsers and killed processes are waited for an eighth of the time, which the other group uses. */
  readonly group: 'alone' | 'calls' | 'processes'
}

export const suites = [
  {
    name: 'unit',
    runner: 'vitest',
    include: [
      'packages/{contract,engines,client,cli,server}/src/**/*.test.ts',
      '{scripts,bench,tests/fuzz}/**/*.test.ts',
    ],
    needsWebBuild: false,
    group: 'alone',
  },
  {
    name: 'web',
    runner: 'vitest',
    include: ['packages/web/{src,build}/**/*.test.{ts,tsx}'],
    needsWebBuild: false,
    group: 'alone',
  },
  {
    name: 'corpus',
    runner: 'vitest',
    include: ['tests/corpus/**/*.test.ts'],
    needsWebBuild: false,
    group: 'calls',
  },
  {
    name: 'integration',
    runner: 'vitest',
    include: ['tests/integration/**/*.test.ts'],
    needsWebBuild: true,
    group: 'calls',
  },
  {
    name: 'faults',
    runner: 'vitest',
    include: ['tests/faults/**/*.test.ts'],
    needsWebBuild: true,
    group: 'processes',
  },
  {
    name: 'e2e',
    runner: 'playwright',
    include: ['tests/e2e/**/*.spec.ts'],
    needsWebBuild: true,
    group: 'processes',
  },
] as const satisfies readonly Suite[]

export type SuiteName = (typeof suites)[number]['name']
