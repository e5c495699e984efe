/** /developers: introduction to the API, and its reference generated from the server's OpenAPI document. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { developerRules, developersMessages as texts } from '@filesmith/contract/messages/developers'
import { endToEndExample, exampleLanguages } from '@filesmith/contract/messages/developers-example'
import type { OpenApiDocument } from '@filesmith/contract/openapi-document'
import { paths } from '@filesmith/contract/routes'
import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { currentInstance } from '../../lib/instance.ts'
import { apiAddress, siteUrl } from '../../lib/site-address.ts'
import { useHashTarget } from '../../lib/use-hash-target.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CallPanel } from './call-panel.tsx'
import { CallSamples } from './call-samples.tsx'
import { CodeBlock } from './code-block.tsx'
import { callsOf, type DescribedCall, useApiDescription } from './use-api-description.ts'

const { begin, example } = texts

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

export function Developers() {
  const { data: description, isPending, refetch } = useApiDescription()
  return (
    <div className="flex flex-col gap-10">
      <header className="max-w-2xl">
        <h1 className="text-2xl">{texts.heading}</h1>
        <p className="mt-3 text-base text-ink-muted">{texts.lead}</p>
      </header>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_11rem]">
        <TableOfContents tags={description?.tags ?? []} />
        <div className="flex min-w-0 flex-col gap-10 lg:col-start-1 lg:row-start-1">
          <Introduction origin={siteUrl()} />
          {isPending ? <Loading /> : null}
          {description ? <Reference description={description} origin={siteUrl()} /> : null}
          {!isPending && !description ? (
            <div role="alert" className="flex flex-col items-start gap-3">
              <p className="flex items-center gap-2 font-semibold text-danger">
                <Icon of={CircleAlert} /> {texts.failed}
              </p>
              <Button onClick={() => void refetch()}>{texts.retry}</Button>
            </div>
          ) : null}
        </div>
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div>
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      <Skeleton className="h-96 w-full" />
    </div>
  )
}

/** Table of contents of the developer page. */
function TableOfContents({ tags }: { readonly tags: OpenApiDocument['tags'] }) {
  const headingId = useId()
  const entries = [
    texts.begin,
    texts.example,
    ...developerRules(currentInstance()),
    { id: 'reference', heading: texts.reference },
    ...tags.map(({ name }) => ({ id: tagId(name), heading: name })),
  ]
  return (
    <div className="lg:col-start-2 lg:row-start-1">
      <nav
        aria-labelledby={headingId}
        className="rounded border border-line bg-surface p-4 lg:sticky lg:top-6 lg:border-0 lg:bg-transparent lg:p-0"
      >
        <h2 id={headingId} className="mb-2 text-base">
          {texts.contents}
        </h2>
        <ul className="border-line max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 lg:border-l">
          {entries.map(({ id, heading }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="-ml-px block rounded border-transparent py-1.5 text-ink-muted underline-offset-4 hover:text-ink hover:underline lg:border-l lg:pl-3"
              >
                {heading}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

/** Getting started with the API, and the rules for all calls. */
function Introduction({ origin }: { readonly origin: string }) {
  const instance = currentInstance()
  return (
    <>
      <section aria-labelledby={begin.id} className="flex flex-col gap-4">
        <h2 id={begin.id} tabIndex={-1} className="scroll-mt-6 text-lg outline-none">
          {begin.heading}
        </h2>
        <p className="max-w-prose">{begin.text[instance]}</p>
        <CallSamples call={firstCall} named={{}} origin={origin} />
        <p className="max-w-prose">{begin.next}</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={`${paths.profile}?section=security`} variant="accent">
            {begin.keys}
          </LinkButton>
          {instance === 'public' ? <LinkButton to={paths.plans}>{begin.plans}</LinkButton> : null}
        </div>
      </section>
      <section aria-labelledby={example.id} className="flex flex-col gap-4">
        <h2 id={example.id} tabIndex={-1} className="scroll-mt-6 text-lg outline-none">
          {example.heading}
        </h2>
        <p className="max-w-prose">{example.text}</p>
        <ExampleTabs origin={origin} />
      </section>
      {developerRules(instance).map(({ id, heading, points }) => (
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

function ExampleTabs({ origin }: { readonly origin: string }) {
  const [language, setLanguage] = useState<string>('curl')
  const code = endToEndExample(origin)
  return (
    <InnerTabs
      label={example.heading}
      value={language}
      onChange={setLanguage}
      tabs={exampleLanguages.map(id => ({
        id,
        label: texts[id],
        icon: null,
        content: <CodeBlock label={texts[id]} code={code[id]} />,
      }))}
    />
  )
}

interface ReferenceProps {
  readonly description: OpenApiDocument
  readonly origin: string
}

/** API reference by tag, with one API key field for trying calls. */
function Reference({ description, origin }: ReferenceProps) {
  // In memory only, so that the key does not remain on a shared computer.
  const [apiKey, setApiKey] = useState('')
  useHashTarget()
  const { tags, components } = description
  return (
    <section aria-labelledby="reference" className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <h2 id="reference" tabIndex={-1} className="scroll-mt-6 text-xl outline-none">
          {texts.reference}
        </h2>
        <p className="max-w-prose text-ink-muted">
          {texts.referenceText}{' '}
          <a
            href={apiAddress(apiPaths.v1OpenApi)}
            className="font-semibold text-ink underline underline-offset-4 hover:text-accent-text"
          >
            {texts.openApi}
          </a>
        </p>
        <div className="max-w-xl">
          <TextField
            type="password"
            label={texts.tryIt.key}
            hint={texts.tryIt.keyHint}
            name="apiKey"
            autoComplete="off"
            spellCheck={false}
            value={apiKey}
            onChange={event => setApiKey(event.currentTarget.value.trim())}
          />
        </div>
      </div>
      {tags.map(tag => (
        <section key={tag.name} aria-labelledby={tagId(tag.name)} className="flex flex-col gap-3">
          <div>
            <h3 id={tagId(tag.name)} tabIndex={-1} className="scroll-mt-6 text-lg outline-none">
              {tag.name}
            </h3>
            {tag.description ? <p className="text-ink-muted">{tag.description}</p> : null}
          </div>
          {callsOf(description, tag.name).map(call => (
            <CallPanel
              key={call.operationId}
              call={call}
              named={components.schemas}
              origin={origin}
              apiKey={apiKey}
            />
          ))}
        </section>
      ))}
    </section>
  )
}

function tagId(name: string): string {
  return `calls-${name.toLowerCase()}`
}
