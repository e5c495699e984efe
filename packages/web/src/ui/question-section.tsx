/** Questions with folded answers under a heading, and where to turn with any other. */
import { type ComponentProps, useId } from 'react'
import { Accordion } from './accordion.tsx'
import { TextLink } from './text-link.tsx'

interface QuestionSectionProps extends Pick<ComponentProps<typeof Accordion>, 'entries'> {
  readonly heading: string
  readonly more?: { readonly text: string; readonly label: string; readonly to: string }
}

export function QuestionSection({ heading, entries, more }: QuestionSectionProps) {
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
