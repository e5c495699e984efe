import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rootFolder } from '../root-folder.mjs'
import { suites } from '../test/suites.ts'
import { idsInTitles, listedIds, unprovedIds } from './checklist.ts'

function readTests(): Map<string, string> {
  const paths = globSync(
    suites.flatMap(({ include }) => [...include]),
    { cwd: rootFolder },
  )
  return new Map(paths.map(path => [path, readFileSync(join(rootFolder, path), 'utf8')]))
}

test('docs/checklist.md: every row has a test with its id in the title', { timeout: 60_000 }, () => {
  const checklist = readFileSync(join(rootFolder, 'docs/checklist.md'), 'utf8')
  expect(listedIds(checklist)).toHaveLength(553)
  expect(unprovedIds(checklist, readTests())).toEqual([])
})

const checklist = `
| id    | statement            | issue |
| ----- | -------------------- | ----- |
| UP-01 | A file is dropped    | home  |
| UP-02 | A file is refused    | home  |
`

test('unprovedIds: reports a row without a test', () => {
  const tests = new Map([['a.test.ts', `test('UP-01 dropZone: accepts a dropped file', () => {})`]])
  expect(unprovedIds(checklist, tests)).toEqual(['UP-02'])
})

test('unprovedIds: does not accept an id outside of a title', () => {
  const source = `
    // UP-01
    /** UP-02 */
    const id = 'UP-01'
    test('dropZone: accepts a dropped file', () => expect(drop('UP-02')).toBe('UP-01'))
  `
  expect(unprovedIds(checklist, new Map([['a.test.ts', source]]))).toEqual(['UP-01', 'UP-02'])
})

test.each([
  ['test', `test('UP-01, UP-02 drop zone', () => {})`],
  ['it in describe', `describe('UP-01 drop zone', () => it("UP-02 refuses", () => {}))`],
  ['a table', `test.each([1, 2])('UP-01 UP-02 accepts %i files', () => {})`],
  ['a condition', `describe.skipIf(isSlow)('UP-01', () => test.for([1])('UP-02', () => {}))`],
  ['a template', `test(\`UP-01 \${name}: UP-02\`, () => {})`],
])('idsInTitles: reads the ids in the title of %s', (_kind, source) => {
  expect(idsInTitles('a.test.tsx', source)).toEqual(['UP-01', 'UP-02'])
})

test.each([
  ['skipped test', `test.skip('UP-01', () => {})`],
  ['planned test', `it.todo('UP-01')`],
  ['step of a test', `test.step('UP-01', () => {})`],
  ['call of another function', `expect('UP-01')`],
  ['computed id', `test(\`UP-0\${n} and \${group}UP-01\`, () => {})`],
])('idsInTitles: ignores a %s', (_kind, source) => {
  expect(idsInTitles('a.test.ts', source)).toEqual([])
})
