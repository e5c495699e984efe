/** Long article for screen and print, with a table of contents. */
import { sentencesOf, type TextSection } from '@filesmith/contract/text-section'
import { type ReactNode, useId } from 'react'
import { TextBlock } from './text-block.tsx'
import './styles/paper.css'

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
