/** Collapsible panel of an API call: parameters, body, responses, samples and a form to try it. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import type { ApiResponse } from '@filesmith/contract/openapi-document'
import { ChevronDown } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { CallSamples } from './call-samples.tsx'
import { MethodBadge } from './method-badge.tsx'
import type { NamedSchemas } from './read-schema.ts'
import { NamedValue, SchemaView } from './schema-view.tsx'
import { TryIt } from './try-it.tsx'
import type { DescribedCall } from './use-api-description.ts'

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
