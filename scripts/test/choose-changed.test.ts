import { expect, test } from 'vitest'
import { chooseChanged } from './choose-changed.ts'
import { suites } from './suites.ts'

const files: Record<string, string> = {
  'package.json': '{"workspaces": ["packages/engines"]}',
  'packages/engines/package.json': '{"name": "@filesmith/engines", "exports": {"./*": "./src/*.ts"}}',
  'packages/engines/src/gif/frames.ts': 'export const frames = 1',
  'packages/engines/src/gif/frames.test.ts': "import { frames } from './frames.ts'",
  'packages/engines/src/gif/program.ts': "import { frames } from './frames.ts'",
  'packages/engines/src/gif/start-gif.ts': "const program = 'gif/program.ts'",
  'packages/engines/src/gif/start-gif.test.ts': "import './start-gif.ts'",
  'packages/engines/src/pdf/pages.ts': 'export const pages = 1',
  'packages/engines/src/pdf/pages.test.ts': "import { pages } from './pages.ts'",
  'tests/support/site.ts': "import '@filesmith/engines/gif/start-gif'",
  'tests/integration/accounts.test.ts': "import '../support/site.ts'",
  'tests/e2e/gif.spec.ts': "import '@playwright/test'",
}
const tree = { files: new Set(Object.keys(files)), read: (path: string) => files[path] ?? '' }
const isTest = (path: string) => /\.(?:test|spec)\.ts$/.test(path)
const all = suites.map(suite => {
  const folder = suite.name === 'unit' ? 'packages/engines' : `tests/${suite.name}/`
  return { suite, files: [...tree.files].filter(path => isTest(path) && path.startsWith(folder)) }
})

function choose(changed: readonly string[], maxSeconds = 120) {
  const { chosen, leftOut } = chooseChanged(tree, changed, all, maxSeconds)
  const names = (part: typeof chosen) => part.flatMap(({ files: found }) => found)
  return { chosen: names(chosen), leftOut: names(leftOut) }
}

test('chooseChanged: takes what gets to the change through imports and paths, and what its subject names', () => {
  expect(choose(['packages/engines/src/gif/frames.ts'])).toEqual({
    chosen: [
      'packages/engines/src/gif/frames.test.ts',
      'packages/engines/src/gif/start-gif.test.ts',
      'tests/integration/accounts.test.ts',
      'tests/e2e/gif.spec.ts',
    ],
    leftOut: [],
  })
})

test('chooseChanged: leaves out what is far when the time is used up, never the test beside the change', () => {
  expect(choose(['packages/engines/src/gif/frames.ts'], 1)).toEqual({
    chosen: ['packages/engines/src/gif/frames.test.ts', 'packages/engines/src/gif/start-gif.test.ts'],
    leftOut: ['tests/integration/accounts.test.ts', 'tests/e2e/gif.spec.ts'],
  })
  expect(choose(['packages/engines/src/gif/frames.ts'], 0).chosen).toEqual([
    'packages/engines/src/gif/frames.test.ts',
  ])
})

test('chooseChanged: a changed test is run itself, and a change of nothing runs nothing', () => {
  expect(choose(['packages/engines/src/pdf/pages.test.ts'])).toEqual({
    chosen: ['packages/engines/src/pdf/pages.test.ts'],
    leftOut: [],
  })
  expect(choose([])).toEqual({ chosen: [], leftOut: [] })
})
