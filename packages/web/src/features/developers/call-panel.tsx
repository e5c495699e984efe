/** Collapsible panel of an API call: parameters, body, responses, samples and a form to try it. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import type { ApiResponse, JsonSchema } from '@filesmith/contract/openapi-document'
import { ChevronDown } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { Fragment, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { CallSamples } from './call-samples.tsx'
import { describeType, describeValue, type NamedSchemas, objectSchemasOf } from './read-schema.ts'
import { TryIt } from './try-it.tsx'
import type { DescribedCall } from './use-api-description.ts'

/** Stops recursive schemas; deeper than any other schema of the API. */
const maxDepth = 5

const tones: Readonly<Record<string, string>> = {
  get: 'text-success bg-success-wash',
  delete: 'text-danger bg-danger-wash',
}

const texts = developersMessages.call

interface CallPanelProps {
  readonly call: DescribedCall
  readonly named: NamedSchemas
  readonly origin: string
  readonly apiKey: string
}

export function CallPanel({ call, named, origin, apiKey }: CallPanelProps) {
  const { hash } = useLocation()
  const [isOpen, setIsOpen] = useState(hash === `#${call.operationId}`)
  const { method, path, summary } = call
  return (
    <Collapsible.Root open={isOpen} onOpenChange={setIsOpen} asChild>
      <section className="rounded border border-line bg-surface">
        <h4 className="text-base">
          <Collapsible.Trigger
            id={call.operationId}
            className="group flex min-h-14 w-full scroll-mt-6 items-center gap-3 px-4 py-3 text-left sm:px-5"
          >
            <MethodBadge method={method} />
            <span className="min-w-0 grow">
              <span className="block">{summary}</span>
              <code className="figures block text-xs font-normal break-all text-ink-muted">{path}</code>
            </span>
            <Icon
              of={ChevronDown}
              className="text-ink-muted transition-transform group-data-[state=open]:rotate-180"
            />
          </Collapsible.Trigger>
        </h4>
        <Collapsible.Content className="flex flex-col gap-6 border-t border-line p-4 sm:p-5">
          <CallDetails call={call} named={named} />
          <CallSamples call={call} named={named} origin={origin} />
          <TryIt call={call} named={named} apiKey={apiKey} />
        </Collapsible.Content>
      </section>
    </Collapsible.Root>
  )
}

function CallDetails({ call, named }: Pick<CallPanelProps, 'call' | 'named'>) {
  const { description, parameters, requestBody, security, responses } = call
  const [scope] = Object.values(security[0] ?? {}).flat()
  const [body] = Object.values(requestBody?.content ?? {})
  return (
    <>
      <div className="flex max-w-prose flex-col gap-2">
        {description ? <p>{description.replaceAll('`', '')}</p> : null}
        <p className="text-sm text-ink-muted">
          {scope === undefined ? (
            texts.anyKey
          ) : (
            <>
              {texts.scope} <code className="figures font-semibold text-ink">{scope}</code>
            </>
          )}
        </p>
      </div>
      {parameters.length > 0 ? (
        <DetailSection heading={texts.parameters}>
          <ul className="divide-y divide-line">
            {parameters.map(({ name, schema, required, description: parameterDescription }) => (
              <li key={name} className="py-2">
                <NamedValue
                  name={name}
                  schema={schema}
                  isRequired={required}
                  description={parameterDescription}
                />
              </li>
            ))}
          </ul>
        </DetailSection>
      ) : null}
      {body?.schema ? (
        <DetailSection heading={texts.body}>
          <SchemaView schema={body.schema} named={named} />
        </DetailSection>
      ) : null}
      {Object.entries(responses).map(([status, response]) =>
        '$ref' in response ? null : (
          <DetailSection key={status} heading={texts.answer(status)}>
            <ResponseSchema response={response} named={named} />
          </DetailSection>
        ),
      )}
    </>
  )
}

function ResponseSchema({
  response,
  named,
}: {
  readonly response: ApiResponse
  readonly named: NamedSchemas
}) {
  const { content, description } = response
  const schema = content?.['application/json']?.schema
  if (schema) return <SchemaView schema={schema} named={named} isResponse />
  return <p className="text-sm text-ink-muted">{content ? texts.fileSent : description}</p>
}

function DetailSection({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <div>
      <h5 className="border-b border-line pb-1 text-sm font-semibold">{heading}</h5>
      {children}
    </div>
  )
}

/** HTTP method of a call, colored by read, write and delete. */
function MethodBadge({ method }: { readonly method: string }) {
  return (
    <span
      className={cx(
        'figures w-16 shrink-0 rounded py-0.5 text-center text-xs font-semibold uppercase forced-colors:border',
        tones[method] ?? 'bg-warning-wash text-warning',
      )}
    >
      {method}
    </span>
  )
}

interface SchemaViewProps {
  readonly schema: JsonSchema
  readonly named: NamedSchemas
  /** Responses always contain all properties, so "required" is shown for requests only. */
  readonly isResponse?: boolean
  readonly depth?: number
}

/** Renders a schema as nested lists of names, types and descriptions; alternatives are separated. */
function SchemaView({ schema, named, isResponse = false, depth = 0 }: SchemaViewProps) {
  const objects = depth < maxDepth ? objectSchemasOf(schema, named) : []
  const isEither = objects.length > 1
  return (
    <>
      {isEither ? <p className="mt-1 text-xs text-ink-muted">{texts.oneOf}</p> : null}
      {objects.map((object, index) => (
        <Fragment key={object.title ?? Object.keys(object.properties ?? {}).join()}>
          {isEither ? (
            <p className="mt-1 text-xs font-semibold">
              {[...(index > 0 ? [texts.or] : []), ...(object.title ? [object.title] : [])].join(' ')}
            </p>
          ) : null}
          <ul
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
        </Fragment>
      ))}
    </>
  )
}

interface NamedValueProps {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  readonly description?: string | undefined
}

function NamedValue({ name, schema, isRequired, description }: NamedValueProps) {
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
