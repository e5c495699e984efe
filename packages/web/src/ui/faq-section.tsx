/** FAQ section with a heading and a link for further questions. */
import { type ComponentProps, useId } from 'react'
import { Accordion } from './accordion.tsx'
import { TextLink } from './text-link.tsx'

interface FaqSectionProps extends Pick<ComponentProps<typeof Accordion>, 'entries'> {
  readonly heading: string
  readonly more?: { readonly text: string; readonly label: string; readonly to: string }
}

export function FaqSection({ heading, entries, more }: FaqSectionProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-xl">
        {heading}
      </h2>
      <Accordion entries={entries} />
      {more ? (
        <p className="mt-4 text-ink-muted">
          {more.text}{' '}
          <TextLink to={more.to} className="text-ink">
            {more.label}
          </TextLink>
        </p>
      ) : null}
    </section>
  )
}
