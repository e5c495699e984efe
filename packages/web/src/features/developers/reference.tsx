/** API reference by tag, with one API key field for trying calls. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { developersMessages as texts } from '@filesmith/contract/messages/developers'
import type { OpenApiDocument } from '@filesmith/contract/openapi-document'
import { useState } from 'react'
import { useHashTarget } from '../../lib/use-hash-target.ts'
import { TextField } from '../../ui/text-field.tsx'
import { CallPanel } from './call-panel.tsx'
import { callsOf } from './use-api-description.ts'

interface ReferenceProps {
  readonly description: OpenApiDocument
  readonly origin: string
}

export function Reference({ description, origin }: ReferenceProps) {
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
            href={apiPaths.v1OpenApi}
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

export function tagId(name: string): string {
  return `calls-${name.toLowerCase()}`
}
