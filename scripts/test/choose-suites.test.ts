import { expect, test } from 'vitest'
import { chooseSuites } from './choose-suites.ts'
import type { Suite } from './suites.ts'

const suiteNamed = (name: string): Suite => ({
  name,
  runner: 'vitest',
  include: [],
  needsWebBuild: false,
  waits: false,
})
const suites = ['unit', 'integration', 'e2e'].map(suiteNamed)
const files: Record<string, string[]> = {
  unit: ['packages/server/src/config.test.ts', 'packages/engines/src/plan.test.ts'],
  integration: ['tests/integration/config-at-boot.test.ts'],
  e2e: [],
}

function choose(...words: string[]) {
  const chosen = chooseSuites(suites, words, ({ name }) => files[name] ?? [])
  return chosen.map(({ suite, files }) => [suite.name, files.length])
}

test('chooseSuites: no argument selects everything, also suites without files', () => {
  expect(choose()).toEqual([
    ['unit', 2],
    ['integration', 1],
    ['e2e', 0],
  ])
})

test('chooseSuites: the name of a suite selects that suite', () => {
  expect(choose('integration')).toEqual([['integration', 1]])
})

test('chooseSuites: any other argument selects files by a part of their path, in every suite', () => {
  expect(choose('config')).toEqual([
    ['unit', 1],
    ['integration', 1],
  ])
})

test('chooseSuites: a suite and a path part select files of that suite', () => {
  expect(choose('unit', 'plan')).toEqual([['unit', 1]])
})

test('chooseSuites: an argument without a match selects nothing', () => {
  expect(choose('nonsense')).toEqual([])
})
