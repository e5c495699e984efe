/** Getting started with the API, and the rules for all calls. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { developersMessages as texts } from '@filesmith/contract/messages/developers'
import { paths } from '@filesmith/contract/routes'
import { LinkButton } from '../../ui/link-button.tsx'
import { CallSamples } from './call-samples.tsx'
import { CodeBlock } from './code-block.tsx'
import type { DescribedCall } from './use-api-description.ts'

const { begin, rules } = texts

const firstCall: DescribedCall = {
  operationId: 'getAccount',
  summary: '',
  tags: [],
  security: [],
  parameters: [],
  responses: {},
  method: 'get',
  path: apiPaths.v1Account,
}

export function Introduction({ origin }: { readonly origin: string }) {
  return (
    <>
      <section aria-labelledby={begin.id} className="flex flex-col gap-4">
        <h2 id={begin.id} tabIndex={-1} className="scroll-mt-6 text-lg outline-none">
          {begin.heading}
        </h2>
        <p className="max-w-prose">{begin.text}</p>
        <CallSamples call={firstCall} named={{}} origin={origin} />
        <p className="max-w-prose">{begin.next}</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={`${paths.profile}?section=security`} variant="accent">
            {begin.keys}
          </LinkButton>
          <LinkButton to={paths.plans}>{begin.plans}</LinkButton>
        </div>
      </section>
      {rules.map(({ id, heading, points }) => (
        <section key={id} aria-labelledby={id} className="flex flex-col gap-4">
          <h2 id={id} tabIndex={-1} className="scroll-mt-6 text-lg outline-none">
            {heading}
          </h2>
          <ul className="flex max-w-prose list-disc flex-col gap-2 pl-5 marker:text-ink-muted">
            {points.map(point => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          {id === 'webhooks' ? <CodeBlock label={texts.typescript} code={texts.webhookSample} /> : null}
        </section>
      ))}
    </>
  )
}
