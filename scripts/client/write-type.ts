/** Writes a JSON Schema as a TypeScript type. */
import type { JsonSchema } from './openapi.ts'
import type { TypeNames } from './type-names.ts'

export function writeType(schema: JsonSchema | undefined, names: TypeNames): string {
  if (schema === undefined) return 'unknown'
  if (schema.$ref !== undefined) return writeType(names.resolve(schema.$ref), names)
  const written = names.nameOf(schema) ?? writeShape(schema, names)
  return schema.nullable ? `${written} | null` : written
}

/** The structure itself even if the schema is named: for its declaration. */
export function writeShape(schema: JsonSchema, names: TypeNames): string {
  const { enum: values, anyOf, oneOf, allOf, type } = schema
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return values.map(value => JSON.stringify(value)).join(' | ')
  const either = anyOf ?? oneOf
  // Alternatives beside properties only restrict these.
  if (either && !schema.properties)
    return [...new Set(either.map(each => writeType(each, names)))].join(' | ')
  if (allOf) return allOf.map(each => writeType(each, names)).join(' & ')
  if (Array.isArray(type)) return type.map(each => writeShape({ ...schema, type: each }, names)).join(' | ')
  switch (type) {
    case 'string':
      return 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
    case 'null':
      return type
    case 'array':
      return `readonly (${writeType(itemsOf(schema), names)})[]`
    case 'object':
      return writeObject(schema, names)
    default:
      return schema.properties ? writeObject(schema, names) : 'unknown'
  }
}

function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  return Array.isArray(items) ? { anyOf: items } : (items as JsonSchema | undefined)
}

function writeObject(
  { properties, required = [], additionalProperties }: JsonSchema,
  names: TypeNames,
): string {
  if (properties === undefined) {
    const values =
      typeof additionalProperties === 'object' ? writeType(additionalProperties, names) : 'unknown'
    return `Readonly<Record<string, ${values}>>`
  }
  const lines = Object.entries(properties).map(([name, field]) => {
    const isOptional = required.includes(name) ? '' : '?'
    const optional = required.includes(name) ? '' : ' | undefined'
    return `${comment(field.description)}readonly ${property(name)}${isOptional}: ${writeType(field, names)}${optional}`
  })
  return `{\n${lines.join('\n')}\n}`
}

function property(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

export function comment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */\n` : ''
}
