/** The test suites in order of execution: fast ones first. */

export interface Suite {
  readonly name: string
  readonly runner: 'vitest' | 'playwright'
  /** Relative to the checkout. */
  readonly include: readonly string[]
  /** Starts the whole product, including the built web pages. */
  readonly needsWebBuild: boolean
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
  },
  {
    name: 'web',
    runner: 'vitest',
    include: ['packages/web/{src,build}/**/*.test.{ts,tsx}'],
    needsWebBuild: false,
  },
  { name: 'corpus', runner: 'vitest', include: ['tests/corpus/**/*.test.ts'], needsWebBuild: false },
  { name: 'integration', runner: 'vitest', include: ['tests/integration/**/*.test.ts'], needsWebBuild: true },
  { name: 'faults', runner: 'vitest', include: ['tests/faults/**/*.test.ts'], needsWebBuild: true },
  { name: 'e2e', runner: 'playwright', include: ['tests/e2e/**/*.spec.ts'], needsWebBuild: true },
] as const satisfies readonly Suite[]

export type SuiteName = (typeof suites)[number]['name']
