/** Every statement of docs/checklist.md that is built is proved by a test that names its id. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rootFolder } from '../root-folder.mjs'

/** Areas of the checklist's last column that are finished. */
const builtAreas = [
  'foundation',
  'home',
  'accounts',
  'documents',
  'language',
  'creative',
  'billing',
  'pages',
  'api',
]

const rowPattern = /^\| ([A-Z0-9]+-\d+) +\|.*\| (\w+) +\|$/gm
const idPattern = /\b[A-Z][A-Z0-9]*-\d+\b/g

function builtIds(): string[] {
  const checklist = readFileSync(join(rootFolder, 'docs/checklist.md'), 'utf8')
  return [...checklist.matchAll(rowPattern)]
    .filter(([, , area = '']) => builtAreas.includes(area))
    .map(([, id = '']) => id)
}

function idsNamedInTests(): Set<string> {
  const files = ['packages', 'tests']
    .flatMap(folder =>
      readdirSync(join(rootFolder, folder), { recursive: true, encoding: 'utf8' }).map(file =>
        join(folder, file),
      ),
    )
    .filter(file => /\.(test|spec)\.tsx?$/.test(file) && !file.includes('node_modules'))
  const titles = files.flatMap(file => readFileSync(join(rootFolder, file), 'utf8').match(idPattern) ?? [])
  return new Set(titles)
}

test('every built statement has a test that names it', () => {
  const ids = builtIds()
  expect(ids.length).toBeGreaterThan(130)
  const named = idsNamedInTests()
  expect(ids.filter(id => !named.has(id))).toEqual([])
})
