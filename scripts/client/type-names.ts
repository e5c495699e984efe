/** Assigns type names to schemas: the response of `getJob` is a Job wherever it appears. */

import { jsonSchemaOf, listCalls } from './list-calls.ts'
import type { JsonSchema, OpenApi } from './openapi.ts'

/** Names of JavaScript globals, which a generated type must not shadow. */
const taken: ReadonlySet<string> = new Set([
  'File',
  'Blob',
  'Request',
  'Response',
  'Event',
  'Error',
  'Record',
])

export interface TypeNames {
  /** In order of declaration. */
  readonly named: ReadonlyMap<string, JsonSchema>
  nameOf(schema: JsonSchema): string | undefined
  /** Resolves `#/components/schemas/…`. */
  resolve(ref: string): JsonSchema | undefined
}

export function nameTypes(api: OpenApi): TypeNames {
  const named = new Map<string, JsonSchema>()
  const names = new Map<string, string>()
  const add = (name: string, schema: JsonSchema | undefined) => {
    if (schema === undefined || schema.properties === undefined || names.has(shapeOf(schema))) return
    const free = taken.has(name) || named.has(name) ? `Api${name}` : name
    names.set(shapeOf(schema), free)
    named.set(free, schema)
  }
  for (const [name, schema] of Object.entries(api.components?.schemas ?? {})) add(name, schema)
  const calls = listCalls(api)
  for (const { id, reply } of calls)
    if (/^get[A-Z]/.test(id)) add(id.slice('get'.length), jsonSchemaOf(reply))
  for (const { id, reply, body } of calls) {
    add(`${capitalise(id)}Request`, jsonSchemaOf(body))
    add(`${capitalise(id)}Reply`, jsonSchemaOf(reply))
    const { items } = jsonSchemaOf(reply) ?? {}
    if (id.startsWith('list') && !isSeveral(items)) add(singular(id.slice('list'.length)), items)
  }
  return {
    named,
    nameOf: schema => names.get(shapeOf(schema)),
    resolve: ref => api.components?.schemas?.[ref.split('/').at(-1) ?? ''],
  }
}

function isSeveral(items: JsonSchema['items']): items is readonly JsonSchema[] {
  return Array.isArray(items)
}

function singular(plural: string): string {
  return plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, '')
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Equal schemas share one name; descriptions are ignored. */
function shapeOf(schema: JsonSchema): string {
  return JSON.stringify(schema, (key, value) =>
    key === 'description' || key === 'examples' ? undefined : value,
  )
}
