import { expect, test } from 'vitest'
import { findHomonyms } from './find-homonyms.ts'

test('findHomonyms: reports a name that two files of one package declare', () => {
  const files = [
    { path: 'packages/web/src/a.ts', source: 'export const size = 1; export type Size = number' },
    { path: 'packages/web/src/b.ts', source: 'export function size(): number { return 2 }' },
    { path: 'packages/server/src/c.ts', source: 'export interface Size { bytes: number }' },
  ]
  expect(findHomonyms(files)).toEqual([
    { name: 'size', files: ['packages/web/src/a.ts', 'packages/web/src/b.ts'] },
  ])
})

test('findHomonyms: accepts re-exports, overloads and one name in two packages', () => {
  const files = [
    { path: 'packages/web/src/a.ts', source: "export { size } from './b.ts'" },
    {
      path: 'packages/web/src/b.ts',
      source:
        'export function size(a: string): number\nexport function size(a: number): number\nexport function size() { return 1 }',
    },
    { path: 'packages/cli/src/size.ts', source: 'export const size = 3' },
  ]
  expect(findHomonyms(files)).toEqual([])
})
