/** The test suites in order of execution: fast ones first, each alone; then those that wait, at the same time. */

export interface Suite {
  readonly name: string
  readonly runner: 'vitest' | 'playwright'
  /** Relative to the checkout. */
  readonly include: readonly string[]
  /** Starts the whole product, including the built web pages. */
  readonly needsWebBuild: boolean
  /** Waits for browsers or for killed processes a part of the time, which another such suite uses. */
  readonly waits: boolean
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
    waits: false,
  },
  {
    name: 'web',
    runner: 'vitest',
    include: ['packages/web/{src,build}/**/*.test.{ts,tsx}'],
    needsWebBuild: false,
    waits: false,
  },
  {
    name: 'corpus',
    runner: 'vitest',
    include: ['tests/corpus/**/*.test.ts'],
    needsWebBuild: false,
    waits: false,
  },
  {
    name: 'integration',
    runner: 'vitest',
    include: ['tests/integration/**/*.test.ts'],
    needsWebBuild: true,
    waits: false,
  },
  {
    name: 'faults',
    runner: 'vitest',
    include: ['tests/faults/**/*.test.ts'],
    needsWebBuild: true,
    waits: true,
  },
  {
    name: 'e2e',
    runner: 'playwright',
    include: ['tests/e2e/**/*.spec.ts'],
    needsWebBuild: true,
    waits: true,
  },
] as const satisfies readonly Suite[]

export type SuiteName = (typeof suites)[number]['name']
