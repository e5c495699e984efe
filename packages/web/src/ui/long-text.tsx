/** Long article for screen and print, with a table of contents. */
import { type TextBlock as Block, sentencesOf, type TextSection } from '@filesmith/contract/text-section'
import { type ReactNode, useId } from 'react'
import './styles/paper.css'
import { TextLink } from './text-link.tsx'

interface LongTextProps {
  readonly sections: readonly TextSection[]
  readonly contentsLabel: string
  /** Shown below the table of contents. */
  readonly aside?: ReactNode
}

export function LongText({ sections, contentsLabel, aside }: LongTextProps) {
  const headingId = useId()
  return (
    <div className="grid gap-x-12 gap-y-8 md:grid-cols-[minmax(0,1fr)_13rem]">
      <div className="md:col-start-2 md:row-start-1 print:hidden">
        <div className="flex flex-col gap-6 md:sticky md:top-6">
          <nav
            aria-labelledby={headingId}
            className="rounded border border-line bg-surface p-4 md:border-0 md:bg-transparent md:p-0"
          >
            <h2 id={headingId} className="mb-2 text-base">
              {contentsLabel}
            </h2>
            <ul className="border-line md:border-l">
              {sections.map(({ id, heading }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="-ml-px block rounded border-transparent py-1.5 text-ink-muted underline-offset-4 hover:text-ink hover:underline md:border-l md:pl-3"
                  >
                    {heading}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          {aside}
        </div>
      </div>
      <div className="long-text flex max-w-[68ch] min-w-0 flex-col gap-10 text-base md:col-start-1 md:row-start-1">
        {sections.map(({ id, heading, blocks }) => (
          <section key={id} aria-labelledby={id} className="flex flex-col gap-4">
            <h2 id={id} tabIndex={-1} className="scroll-mt-6 text-lg outline-none">
              {heading}
            </h2>
            {blocks.map(block => (
              <TextBlock key={sentencesOf(block)[0]} block={block} />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

/** Renders one block of an article: paragraph, steps, points, facts, problems with answers, or links. */
function TextBlock({ block }: { readonly block: Block }) {
  if (typeof block === 'string') return <p>{block}</p>
  if ('steps' in block)
    return (
      <ol className="flex list-decimal flex-col gap-3 pl-7 marker:font-mono marker:text-sm marker:text-ink-muted">
        {block.steps.map(step => (
          <li key={step} className="pl-1">
            {step}
          </li>
        ))}
      </ol>
    )
  if ('points' in block)
    return (
      <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-ink-muted">
        {block.points.map(point => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    )
  if ('facts' in block)
    return (
      <dl className="divide-y divide-line rounded border border-line bg-surface">
        {block.facts.map(({ label, value }) => (
          <div
            key={label}
            className="grid gap-x-6 gap-y-0.5 px-4 py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          >
            <dt className="font-semibold">{label}</dt>
            <dd className="text-ink-muted first-letter:uppercase">{value}</dd>
          </div>
        ))}
      </dl>
    )
  if ('troubles' in block)
    return (
      <dl className="flex flex-col gap-5">
        {block.troubles.map(({ problem, answer }) => (
          <div key={problem}>
            <dt className="font-semibold">{problem}</dt>
            <dd className="mt-1 text-ink-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    )
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 print:hidden">
      {block.links.map(({ label, to }) => (
        <li key={to}>
          <TextLink to={to}>{label}</TextLink>
        </li>
      ))}
    </ul>
  )
}
