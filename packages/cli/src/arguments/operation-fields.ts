/** Command-line flags of an operation, derived from its zod schema, so that a new option needs no code here. */
import { optionsJsonSchema } from '@filesmith/contract/operations/parse-options'
import { type OperationId, operationIds, operations } from '@filesmith/contract/operations/registry'
import { z } from 'zod'

export interface OperationField {
  /** Option name in the API: compressionLevel. */
  readonly name: string
  /** Flag name: compression-level. */
  readonly flag: string
  readonly isSwitch: boolean
  readonly isRequired: boolean
  readonly values: readonly string[]
  /** Default value; `options --json` prints it under this key. */
  readonly usual: string | undefined
  readonly description: string | undefined
}

interface FieldSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly FieldSchema[]
  readonly default?: unknown
  readonly description?: string
}

export function toFlag(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

export function fieldsOf(operation: OperationId): OperationField[] {
  const schema = optionsJsonSchema(operations[operation])
  const properties = (schema.properties ?? {}) as Record<string, FieldSchema>
  return Object.entries(properties).map(([name, field]) => ({
    name,
    flag: toFlag(name),
    isSwitch: isSwitch(field),
    isRequired: schema.required?.includes(name) === true,
    values: (field.enum ?? []).map(String),
    usual: formatDefault(field.default),
    description: field.description,
  }))
}

/** All operations share one flag namespace: a flag that is boolean in one operation but not in another takes a value. */
export function operationFlags(): { readonly switches: Set<string>; readonly values: Set<string> } {
  const switches = new Set<string>()
  const values = new Set<string>()
  for (const id of operationIds) {
    for (const [name, field] of Object.entries(operations[id].fields.shape)) {
      // The output format is `--to`.
      if (name === operations[id].formatField) continue
      const kind = takesBoolean(field) ? switches : values
      kind.add(toFlag(name))
    }
  }
  for (const flag of values) switches.delete(flag)
  return { switches, values }
}

/** Probes the schema with `safeParse`: generating its JSON schema would slow down every start of the program. */
function takesBoolean(field: z.core.$ZodType): boolean {
  const accepts = (value: unknown) => z.safeParse(field, value).success
  return accepts(true) && accepts('true') && !accepts('maybe')
}

function isSwitch({ type, anyOf }: FieldSchema): boolean {
  return type === 'boolean' || anyOf?.some(isSwitch) === true
}

function formatDefault(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
