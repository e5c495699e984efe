/** Reads JSON Schema as people do: what something is called, what it consists of, and how one looks. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import type { JsonSchema, OpenApiDocument } from '@filesmith/contract/openapi-document'

const texts = developersMessages.types
const referencePrefix = '#/components/schemas/'

export type NamedSchemas = OpenApiDocument['components']['schemas']

function resolveSchema(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  const name = schema.$ref?.slice(referencePrefix.length)
  return name === undefined ? schema : (named[name] ?? {})
}

export function describeType(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.slice(referencePrefix.length)
  if (schema.title) return schema.title
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return texts.either([...new Set(choices.map(describeType))])
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.format === 'binary') return texts.file
  if (schema.items) return texts.listOf(describeType(schema.items))
  if (typeof schema.additionalProperties === 'object' && !schema.properties)
    return texts.mapOf(describeType(schema.additionalProperties))
  if (Array.isArray(schema.type)) return texts.either(schema.type)
  if (typeof schema.type === 'string')
    return schema.format === undefined ? schema.type : `${schema.type} (${schema.format})`
  return texts.anything
}

/** What is said of a value beside its type. */
export function describeValue({ description, enum: values, default: usual }: JsonSchema): string {
  return [
    description,
    values && texts.oneOf(values.map(String)),
    usual === undefined ? undefined : texts.byDefault(JSON.stringify(usual)),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The objects inside, one after the other: of a list those it lists, of a choice all that can be chosen. */
export function partsOf(schema: JsonSchema, named: NamedSchemas): JsonSchema[] {
  const whole = resolveSchema(schema, named)
  if (whole.properties) return [whole]
  if (whole.items) return partsOf(whole.items, named)
  return (whole.anyOf ?? whole.oneOf ?? []).flatMap(choice => partsOf(choice, named))
}

/** The smallest value that is allowed, or the example that came with the schema. */
export function sampleOf(schema: JsonSchema, named: NamedSchemas): unknown {
  const whole = resolveSchema(schema, named)
  if (whole.examples) return whole.examples[0]
  if (whole.default !== undefined) return whole.default
  if (whole.enum) return whole.enum[0]
  const [choice] = whole.anyOf ?? whole.oneOf ?? []
  if (choice) return sampleOf(choice, named)
  if (whole.properties)
    return Object.fromEntries(
      Object.entries(whole.properties)
        .filter(([name]) => whole.required?.includes(name))
        .map(([name, part]) => [name, sampleOf(part, named)]),
    )
  if (whole.items) return [sampleOf(whole.items, named)]
  if (whole.type === 'integer' || whole.type === 'number') return whole.minimum ?? 0
  return whole.type === 'boolean' ? false : whole.type === 'object' ? {} : ''
}
