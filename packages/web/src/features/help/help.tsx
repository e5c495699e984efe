/** /help: search over articles and FAQ, topics, FAQ and contact link. */

import { accountHelpId, helpPages, helpPath, tutorialsId } from '@filesmith/contract/help/help-pages'
import { type HelpQuestion, helpQuestions } from '@filesmith/contract/help/questions'
import type { Instance } from '@filesmith/contract/instance'
import { helpMessages } from '@filesmith/contract/messages/help'
import { conversionsPerDayOf } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import { GraduationCap, LifeBuoy, type LucideIcon, Rocket, UserRound, WalletCards } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { currentInstance } from '../../lib/instance.ts'
import { usePlanOffers } from '../../lib/plan-offers/use-plan-offers.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyNotice } from '../../ui/empty-notice.tsx'
import { FaqSection } from '../../ui/faq-section.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { FoundArticle, HelpMatches } from './search-help.ts'
import { markWords } from './search-words.ts'

const maxLength = 180

/** Characters kept before the first match. */
const contextBefore = 60

const texts = helpMessages.cards

const cardsOf = (instance: Instance): readonly Card[] => [
  { ...texts['getting-started'], icon: Rocket, to: helpPath(helpPages['getting-started'].id) },
  { ...texts.tutorials, icon: GraduationCap, to: helpPath(tutorialsId) },
  {
    ...texts.account[instance],
    icon: instance === 'public' ? WalletCards : UserRound,
    to: helpPath(accountHelpId[instance]),
  },
  { ...texts.contact, icon: LifeBuoy, to: paths.contact },
]

const parameter = 'q'

export function Help() {
  const instance = currentInstance()
  const [text, setText] = useSearchText()
  const resultsRef = useRef<HTMLElement>(null)
  const moreId = useId()
  const query = text.trim()
  const questions = helpQuestions(instance, conversionsPerDayOf(usePlanOffers().data ?? []))
  const { found, prepare } = useHelpSearch(query, questions)
  const isFound = found !== undefined && found.articles.length + found.questions.length > 0
  return (
    <div className="flex flex-col gap-12">
      <header className="max-w-2xl">
        <h1 className="text-2xl">{helpMessages.heading}</h1>
        <p className="mt-3 text-base text-ink-muted">{helpMessages.lead}</p>
        <SearchField
          label={helpMessages.search}
          placeholder={helpMessages.placeholder[instance]}
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
              ? [
                  helpMessages.found(found.articles.length, found.questions.length),
                  ...(found.isCorrected ? [helpMessages.correctedTo(found.words)] : []),
                ].join(' ')
              : helpMessages.nothingFound(query)}
        </p>
      </header>
      {query === '' ? (
        <>
          <HelpCards />
          <FaqSection heading={helpMessages.questionsHeading} entries={questions} />
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

/** Search text in the query string (?q=), so that it survives a reload and can be linked. */
function useSearchText(): [text: string, setText: (text: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const setText = (text: string) => {
    const next = new URLSearchParams(parameters)
    if (text.trim() === '') next.delete(parameter)
    else next.set(parameter, text)
    // Replaces the history entry instead of adding one per keystroke.
    setParameters(next, { replace: true })
  }
  return [parameters.get(parameter) ?? '', setText]
}

type Search = (text: string, questions: readonly HelpQuestion[]) => HelpMatches

interface HelpSearch {
  /** Undefined without a search text and while the articles are loading. */
  readonly found: HelpMatches | undefined
  readonly prepare: () => void
}

/** Help search, loaded with all articles when the search field is focused. */
function useHelpSearch(text: string, questions: readonly HelpQuestion[]): HelpSearch {
  const [search, setSearch] = useState<Search>()
  const [isPrepared, setIsPrepared] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const shouldLoad = (isPrepared || text !== '') && search === undefined
  useEffect(() => {
    if (!shouldLoad) return
    let isMounted = true
    import('./search-help.ts').then(
      ({ searchHelp }) => isMounted && setSearch(() => searchHelp),
      (error: unknown) => isMounted && setFailure(error),
    )
    return () => {
      isMounted = false
    }
  }, [shouldLoad])
  // Handled by the error boundary of the page layout.
  if (failure !== undefined) throw failure
  return { found: text === '' ? undefined : search?.(text, questions), prepare: () => setIsPrepared(true) }
}

interface Card {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly icon: LucideIcon
  readonly to: string
}

/** Cards of the four help topics. */
function HelpCards() {
  return (
    <ul aria-label={texts.label} className="grid gap-4 sm:grid-cols-2">
      {cardsOf(currentInstance()).map(card => (
        <HelpCard key={card.to} card={card} />
      ))}
    </ul>
  )
}

function HelpCard({ card: { title, text, action, icon, to } }: { readonly card: Card }) {
  const headingId = useId()
  return (
    <li className="flex">
      <Panel className="flex grow flex-col p-5">
        <h2 id={headingId} className="flex items-center gap-2.5 text-lg">
          <Icon of={icon} sizePx={24} className="text-ink-muted" />
          {title}
        </h2>
        <p className="mt-2 mb-4 grow text-ink-muted">{text}</p>
        <LinkButton to={to} aria-describedby={headingId} className="self-start">
          {action}
        </LinkButton>
      </Panel>
    </li>
  )
}

interface HelpSearchResultsProps {
  readonly found: HelpMatches
  /** Search text. */
  readonly text: string
  readonly onClear: () => void
}

/** Search results of the help: articles with the best matching sentence, and FAQ entries. */
function HelpSearchResults({ found: { words, articles, questions }, text, onClear }: HelpSearchResultsProps) {
  const ids = { articles: useId(), questions: useId() }
  if (articles.length + questions.length === 0)
    return (
      <Panel>
        <EmptyNotice title={helpMessages.nothingFound(text)} text={helpMessages.nothingFoundHint}>
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={onClear}>{helpMessages.showAll}</Button>
            <LinkButton to={paths.contact} variant="solid">
              {helpMessages.contactSupport}
            </LinkButton>
          </div>
        </EmptyNotice>
      </Panel>
    )
  return (
    <div className="flex flex-col gap-10">
      {articles.length === 0 ? null : (
        <section aria-labelledby={ids.articles}>
          <h2 id={ids.articles} className="mb-4 text-xl">
            {helpMessages.foundArticles}
          </h2>
          <Panel>
            <ul className="divide-y divide-line">
              {articles.map(article => (
                <ArticleResult key={article.page.id} article={article} words={words} />
              ))}
            </ul>
          </Panel>
        </section>
      )}
      {questions.length === 0 ? null : (
        <section aria-labelledby={ids.questions}>
          <h2 id={ids.questions} className="mb-4 text-xl">
            {helpMessages.foundQuestions}
          </h2>
          <Accordion
            entries={questions.map(({ id, question, answer }) => ({
              id,
              question: <HighlightedText text={question} words={words} />,
              answer: <HighlightedText text={answer} words={words} />,
            }))}
          />
        </section>
      )}
    </div>
  )
}

interface ArticleResultProps {
  readonly article: FoundArticle
  readonly words: readonly string[]
}

function ArticleResult({ article: { page, passage }, words }: ArticleResultProps) {
  const to = passage ? `${helpPath(page.id)}#${passage.sectionId}` : helpPath(page.id)
  return (
    <li>
      <Link to={to} className="group block px-4 py-4 sm:px-5">
        <span className="font-heading text-base font-semibold underline-offset-4 group-hover:underline">
          <HighlightedText text={page.label} words={words} />
        </span>
        <span className="mt-1 block text-ink-muted">
          <HighlightedText text={passage ? cutPassage(passage.text, words) : page.summary} words={words} />
        </span>
      </Link>
    </li>
  )
}

/** Shortens a long sentence to an excerpt around the search terms. */
export function cutPassage(text: string, words: readonly string[]): string {
  if (text.length <= maxLength) return text
  const found = markWords(text, words).find(({ isFound }) => isFound)?.at ?? 0
  const from = found <= contextBefore ? 0 : text.indexOf(' ', found - contextBefore) + 1
  const excerpt = text.slice(from, from + maxLength)
  const isCut = from + excerpt.length < text.length
  // Cuts at word boundaries.
  const trimmed = isCut ? excerpt.slice(0, Math.max(excerpt.lastIndexOf(' '), found - from)) : excerpt
  return `${from > 0 ? '… ' : ''}${trimmed}${isCut ? ' …' : ''}`
}

interface HighlightedTextProps {
  readonly text: string
  readonly words: readonly string[]
}

/** Text with highlighted search terms. */
function HighlightedText({ text, words }: HighlightedTextProps) {
  return markWords(text, words).map(segment =>
    segment.isFound ? (
      <mark key={segment.at} className="rounded-xs bg-accent-wash font-semibold text-accent-text">
        {segment.text}
      </mark>
    ) : (
      segment.text
    ),
  )
}
