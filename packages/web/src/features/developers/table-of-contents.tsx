/** Table of contents of the developer page. */
import { developersMessages as texts } from '@filesmith/contract/messages/developers'
import type { OpenApiDocument } from '@filesmith/contract/openapi-document'
import { useId } from 'react'
import { tagId } from './reference.tsx'

export function TableOfContents({ tags }: { readonly tags: OpenApiDocument['tags'] }) {
  const headingId = useId()
  const entries = [
    texts.begin,
    ...texts.rules,
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
