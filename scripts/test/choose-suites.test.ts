import { expect, test } from 'vitest'
import { chooseSuites } from './choose-suites.ts'
import type { Suite } from './suites.ts'

const suiteNamed = (name: string): Suite => ({ name, runner: 'vitest', include: [], needsWebBuild: false })
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

test('no word chooses everything, suites without files included', () => {
  expect(choose()).toEqual([
    ['unit', 2],
    ['integration', 1],
    ['e2e', 0],
  ])
})

test('the name of a suite chooses that suite', () => {
  expect(choose('integration')).toEqual([['integration', 1]])
})

test('any other word chooses the files that carry it, in every suite', () => {
  expect(choose('config')).toEqual([
    ['unit', 1],
    ['integration', 1],
  ])
})

test('a suite and a word together choose files of that suite', () => {
  expect(choose('unit', 'plan')).toEqual([['unit', 1]])
})

test('a word nothing carries chooses nothing', () => {
  expect(choose('nonsense')).toEqual([])
})
