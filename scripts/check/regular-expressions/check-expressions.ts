/**
 * Reports regular expressions whose matching time grows faster than the text (ReDoS). What was found linear is kept in
 * linear.json by a hash of the expression, so that only new ones are judged; with THOROUGH=1 all are.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type SourceTree, sourcesOf } from '../../import-rules/source-tree.ts'
import { collectExpressions, type Expression } from './collect-expressions.ts'
import { findSlowness } from './judge-expression.ts'

const cachePath = fileURLToPath(new URL('linear.json', import.meta.url))
const product = /^packages\/\w+\/src\/(?!.*\.(?:test|fixture|test-support|test-suite|conformance)\.)/

export function findSlowExpressions(
  tree: SourceTree,
  { isThorough }: { isThorough: boolean },
): readonly string[] {
  const cached: ReadonlySet<string> = new Set(JSON.parse(readFileSync(cachePath, 'utf8')))
  const linear = new Set<string>()
  const problems: string[] = []
  for (const [key, { expression, places }] of expressionsOf(tree)) {
    const slowness = cached.has(key) && !isThorough ? undefined : findSlowness(expression)
    if (slowness === undefined) linear.add(key)
    else problems.push(`${places.join(', ')}: /${expression.source}/${expression.flags} is ${slowness}`)
  }
  const isChanged = linear.size !== cached.size || [...linear].some(key => !cached.has(key))
  if (isChanged && process.env.CI === undefined)
    writeFileSync(cachePath, `${JSON.stringify([...linear].toSorted(), null, 0).replaceAll(',', ',\n')}\n`)
  return problems
}

interface Used {
  readonly expression: Expression
  readonly places: string[]
}

function expressionsOf(tree: SourceTree): ReadonlyMap<string, Used> {
  const used = new Map<string, Used>()
  for (const path of sourcesOf(tree).filter(path => product.test(path))) {
    const text = tree.read(path)
    for (const { line, ...expression } of collectExpressions(path, text)) {
      const key = keyOf(expression)
      const place = `${path}:${line}`
      const known = used.get(key)
      if (known) known.places.push(place)
      else used.set(key, { expression, places: [place] })
    }
  }
  return used
}

function keyOf({ source, flags }: Expression): string {
  return createHash('sha256').update(`/${source}/${flags}`).digest('base64url').slice(0, 16)
}
