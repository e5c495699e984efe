/** /help: search over articles and FAQ, topics, FAQ and contact link. */

import { helpQuestions } from '@filesmith/contract/help/questions'
import { helpMessages } from '@filesmith/contract/messages/help'
import { paths } from '@filesmith/contract/routes'
import { useId, useRef } from 'react'
import { FaqSection } from '../../ui/faq-section.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { HelpCards } from './help-cards.tsx'
import { HelpSearchResults } from './help-search-results.tsx'
import { useHelpSearch } from './use-help-search.ts'
import { useSearchText } from './use-search-text.ts'

export function Help() {
  const [text, setText] = useSearchText()
  const resultsRef = useRef<HTMLElement>(null)
  const moreId = useId()
  const query = text.trim()
  const { found, prepare } = useHelpSearch(query)
  const isFound = found !== undefined && found.articles.length + found.questions.length > 0
  return (
    <div className="flex flex-col gap-12">
      <header className="max-w-2xl">
        <h1 className="text-2xl">{helpMessages.heading}</h1>
        <p className="mt-3 text-base text-ink-muted">{helpMessages.lead}</p>
        <SearchField
          label={helpMessages.search}
          placeholder={helpMessages.placeholder}
          clearLabel={helpMessages.clearSearch}
          text={text}
          onChange={setText}
          onFocus={prepare}
          onSubmit={() => resultsRef.current?.focus()}
          className="mt-6"
        />
        {/* Always mounted, so that screen readers announce changes. */}
        <p role="status" className={isFound ? 'mt-3 text-ink-muted' : 'sr-only'}>
          {found === undefined
            ? ''
            : isFound
              ? helpMessages.found(found.articles.length, found.questions.length)
              : helpMessages.nothingFound(query)}
        </p>
      </header>
      {query === '' ? (
        <>
          <HelpCards />
          <FaqSection heading={helpMessages.questionsHeading} entries={helpQuestions} />
        </>
      ) : (
        <section
          ref={resultsRef}
          tabIndex={-1}
          aria-label={helpMessages.results}
          className="-mt-6 outline-none"
        >
          {found ? (
            <HelpSearchResults found={found} text={query} onClear={() => setText('')} />
          ) : (
            <Skeleton className="h-92 w-full" />
          )}
        </section>
      )}
      <section
        aria-labelledby={moreId}
        className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-8"
      >
        <div>
          <h2 id={moreId} className="text-lg">
            {helpMessages.more.heading}
          </h2>
          <p className="text-ink-muted">{helpMessages.more.text}</p>
        </div>
        <LinkButton to={paths.contact} variant="accent" size="large">
          {helpMessages.contactSupport}
        </LinkButton>
      </section>
    </div>
  )
}
