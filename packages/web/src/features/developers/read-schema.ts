/** Describes JSON Schema types and generates sample values. */
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

/** Description, enum values and default of a schema. */
export function describeValue({ description, enum: values, default: defaultValue }: JsonSchema): string {
  return [
    description,
    values && texts.oneOf(values.map(String)),
    defaultValue === undefined ? undefined : texts.byDefault(JSON.stringify(defaultValue)),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Object schemas inside a schema, through lists and unions. */
export function objectSchemasOf(schema: JsonSchema, named: NamedSchemas): JsonSchema[] {
  const resolved = resolveSchema(schema, named)
  if (resolved.properties) return [resolved]
  if (resolved.items) return objectSchemasOf(resolved.items, named)
  return (resolved.anyOf ?? resolved.oneOf ?? []).flatMap(choice => objectSchemasOf(choice, named))
}

/** The example of the schema, or a minimal valid value. */
export function sampleOf(schema: JsonSchema, named: NamedSchemas): unknown {
  const resolved = resolveSchema(schema, named)
  if (resolved.examples) return resolved.examples[0]
  if (resolved.default !== undefined) return resolved.default
  if (resolved.enum) return resolved.enum[0]
  if (resolved.properties)
    return Object.fromEntries(
      Object.entries(resolved.properties)
        .filter(([name]) => resolved.required?.includes(name))
        .map(([name, part]) => [name, sampleOf(part, named)]),
    )
  const [choice] = resolved.anyOf ?? resolved.oneOf ?? []
  if (choice) return sampleOf(choice, named)
  if (resolved.items) return [sampleOf(resolved.items, named)]
  if (resolved.type === 'integer' || resolved.type === 'number') return resolved.minimum ?? 0
  return resolved.type === 'boolean' ? false : resolved.type === 'object' ? {} : ''
}
