import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from './operations/registry.ts'

/** Their own expressions are anchored and linear. */
const linearFormats = new Set(['uuid', 'date', 'datetime', 'email'])

/** String fields without a length limit, or with one that does not stop the expressions behind it. */
function unlimitedStrings(root: z.core.$ZodType, name: string): string[] {
  const seen = new Set<z.core.$ZodType>()
  const found: string[] = []
  const visit = (schema: z.core.$ZodType, path: string) => {
    if (seen.has(schema)) return
    seen.add(schema)
    const { def } = schema._zod
    if (schema instanceof z.core.$ZodString) {
      const isLinear = 'format' in def && linearFormats.has(String(def.format))
      if (!isLinear && !isLimited(schema)) found.push(path)
    }
    for (const [key, child] of childrenOf(def)) visit(child, `${path}.${key}`)
  }
  visit(root, name)
  return found
}

function isLimited(schema: z.core.$ZodString): boolean {
  const checks = (schema._zod.def.checks ?? [])
    .map(({ _zod }) => _zod.def)
    // A URL is parsed, without an expression.
    .filter(def => !('format' in def && def.format === 'url'))
  const limit = checks.findIndex(({ check }) => check === 'max_length' || check === 'length_equals')
  const expression = checks.findIndex(({ check }) => check === 'string_format')
  return limit >= 0 && (expression < 0 || (limit < expression && checks[limit]?.abort === true))
}

function childrenOf(def: object): [string, z.core.$ZodType][] {
  return Object.entries(def).flatMap(([key, value]) => {
    const inner = key === 'shape' || Array.isArray(value) ? Object.entries(value) : [[key, value]]
    return inner.filter((entry): entry is [string, z.core.$ZodType] => entry[1] instanceof z.core.$ZodType)
  })
}

test.each(Object.entries(operations))('options of %s: every string has a length limit', (id, { options }) => {
  expect(unlimitedStrings(options, id)).toEqual([])
})

const schemaFiles = globSync('schemas/**/*.ts', { cwd: fileURLToPath(new URL('.', import.meta.url)) }).filter(
  path => !path.includes('.test.'),
)

test.each(schemaFiles)('requests of %s: every string has a length limit', async path => {
  const exported: Record<string, unknown> = await import(`./${path}`)
  const requests = Object.entries(exported).filter(([name]) =>
    /request|query|input|params|new[A-Z]/i.test(name),
  )
  for (const [name, schema] of requests)
    if (schema instanceof z.core.$ZodType) expect(unlimitedStrings(schema, name)).toEqual([])
})
