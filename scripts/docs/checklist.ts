/** Matches the rows of docs/checklist.md with the tests that prove them: a row is proved by its id in a test's title. */
import { type Expression, parseSync, type SpreadElement, Visitor } from 'oxc-parser'

const rowPattern = /^\| *([A-Z][A-Z0-9]*-\d+) *\|/gm
const idPattern = /\b[A-Z][A-Z0-9]*-\d+\b/g
const titledCalls = ['test', 'it', 'describe']
/** Members whose call is not a test that runs: skipped tests, and calls with a string that is not a test's title. */
const untitledMembers = ['skip', 'todo', 'fixme', 'step', 'use', 'info']

export function listedIds(checklist: string): string[] {
  return [...checklist.matchAll(rowPattern)].map(([, id = '']) => id)
}

/** The ids in the titles of `test`, `it` and `describe` calls, modifiers such as `test.each(rows)('title')` included. */
export function idsInTitles(path: string, source: string): string[] {
  if (!source.match(idPattern)) return []
  const { program, errors } = parseSync(path, source)
  const problem = errors.find(({ severity }) => severity === 'Error')
  if (problem !== undefined) throw new Error(`${path}: ${problem.message}`)
  const ids: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (title !== undefined && takesTitle(callee)) ids.push(...(literalText(title).match(idPattern) ?? []))
    },
  }).visit(program)
  return ids
}

/** The rows without a test, by id. `tests` maps the path of each test file to its source. */
export function unprovedIds(checklist: string, tests: ReadonlyMap<string, string>): string[] {
  const proved = new Set([...tests].flatMap(([path, source]) => idsInTitles(path, source)))
  return listedIds(checklist).filter(id => !proved.has(id))
}

function takesTitle(callee: Expression): boolean {
  if (callee.type === 'Identifier') return titledCalls.includes(callee.name)
  if (callee.type === 'CallExpression') return takesTitle(callee.callee)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  return !untitledMembers.includes(callee.property.name) && takesTitle(callee.object)
}

/** Placeholders become a word character, so that no id is made up of a literal half and a computed half. */
function literalText(title: Expression | SpreadElement): string {
  if (title.type === 'Literal') return typeof title.value === 'string' ? title.value : ''
  if (title.type !== 'TemplateLiteral') return ''
  return title.quasis.map(({ value }) => value.cooked ?? '').join('_')
}
