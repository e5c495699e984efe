/** Converts zod schemas to JSON Schema; named schemas become components and are referenced. */
import type { JsonSchema } from '@filesmith/contract/openapi-document'
import { z } from 'zod'

export interface SchemaRegistry {
  readonly schemas: Record<string, JsonSchema>
  describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema
}

interface MadeSchema extends JsonSchema {
  readonly $schema?: string
  readonly $defs?: Record<string, JsonSchema>
}

export function createSchemaRegistry(): SchemaRegistry {
  const schemas: Record<string, JsonSchema> = {}
  return {
    schemas,
    describe(schema, io) {
      const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
      const { $schema, $defs = {}, ...own } = referToComponents(made as MadeSchema)
      for (const [name, definition] of Object.entries($defs)) {
        const kept = schemas[name]
        // A schema used for input and output may differ, for example by defaults: then it needs two names.
        if (kept && JSON.stringify(kept) !== JSON.stringify(definition))
          throw new Error(`two schemas of the public API are called ${name}`)
        schemas[name] = definition
      }
      return own
    },
  }
}

function referToComponents(made: MadeSchema): MadeSchema {
  return JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
