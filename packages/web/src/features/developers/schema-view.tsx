/** Renders a schema as nested lists of names, types and descriptions. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import type { JsonSchema } from '@filesmith/contract/openapi-document'
import { describeType, describeValue, type NamedSchemas, objectSchemasOf } from './read-schema.ts'

/** Stops recursive schemas; deeper than any other schema of the API. */
const maxDepth = 5

interface SchemaViewProps {
  readonly schema: JsonSchema
  readonly named: NamedSchemas
  /** Responses always contain all properties, so "required" is shown for requests only. */
  readonly isResponse?: boolean
  readonly depth?: number
}

export function SchemaView({ schema, named, isResponse = false, depth = 0 }: SchemaViewProps) {
  const objects = depth < maxDepth ? objectSchemasOf(schema, named) : []
  return objects.map(object => (
    <ul
      key={object.title ?? Object.keys(object.properties ?? {}).join()}
      aria-label={object.title}
      className={depth === 0 ? 'divide-y divide-line' : 'mt-1 border-l border-line pl-4'}
    >
      {Object.entries(object.properties ?? {}).map(([name, property]) => (
        <li key={name} className={depth === 0 ? 'py-2' : 'py-1'}>
          <NamedValue
            name={name}
            schema={property}
            isRequired={!isResponse && (object.required?.includes(name) ?? false)}
          />
          <SchemaView schema={property} named={named} isResponse={isResponse} depth={depth + 1} />
        </li>
      ))}
    </ul>
  ))
}

interface NamedValueProps {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  readonly description?: string | undefined
}

export function NamedValue({ name, schema, isRequired, description }: NamedValueProps) {
  const fullDescription = [description, describeValue(schema)].filter(Boolean).join(' ')
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <code className="figures font-semibold wrap-anywhere">{name}</code>
        <span className="text-xs text-ink-muted">{describeType(schema)}</span>
        {isRequired ? (
          <span className="text-xs font-semibold text-accent-text">{developersMessages.call.required}</span>
        ) : null}
      </p>
      {fullDescription ? <p className="text-sm text-ink-muted wrap-anywhere">{fullDescription}</p> : null}
    </div>
  )
}
