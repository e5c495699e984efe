/** What a body consists of, readable: names, types and meanings, with what is inside indented. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import type { JsonSchema } from '@filesmith/contract/openapi-document'
import { describeType, describeValue, type NamedSchemas, partsOf } from './read-schema.ts'

/** Deeper than anything of ours goes; only a schema inside itself would reach it. */
const deepest = 5

interface SchemaViewProps {
  readonly schema: JsonSchema
  readonly named: NamedSchemas
  /** What we send is always there: only of what is sent to us it is worth a word. */
  readonly isAnswer?: boolean
  readonly depth?: number
}

export function SchemaView({ schema, named, isAnswer = false, depth = 0 }: SchemaViewProps) {
  const parts = depth < deepest ? partsOf(schema, named) : []
  return parts.map(part => (
    <ul
      key={part.title ?? Object.keys(part.properties ?? {}).join()}
      aria-label={part.title}
      className={depth === 0 ? 'divide-y divide-line' : 'mt-1 border-l border-line pl-4'}
    >
      {Object.entries(part.properties ?? {}).map(([name, property]) => (
        <li key={name} className={depth === 0 ? 'py-2' : 'py-1'}>
          <NamedValue
            name={name}
            schema={property}
            isRequired={!isAnswer && (part.required?.includes(name) ?? false)}
          />
          <SchemaView schema={property} named={named} isAnswer={isAnswer} depth={depth + 1} />
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
  const said = [description, describeValue(schema)].filter(Boolean).join(' ')
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <code className="figures font-semibold wrap-anywhere">{name}</code>
        <span className="text-xs text-ink-muted">{describeType(schema)}</span>
        {isRequired ? (
          <span className="text-xs font-semibold text-accent-text">{developersMessages.call.required}</span>
        ) : null}
      </p>
      {said ? <p className="text-sm text-ink-muted wrap-anywhere">{said}</p> : null}
    </div>
  )
}
