/** Search results of the help: articles with the best matching sentence, and FAQ entries. */
import { helpPath } from '@filesmith/contract/help/help-pages'
import { helpMessages } from '@filesmith/contract/messages/help'
import { paths } from '@filesmith/contract/routes'
import { useId } from 'react'
import { Link } from 'react-router'
import { Accordion } from '../../ui/accordion.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyNotice } from '../../ui/empty-notice.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { cutPassage } from './cut-passage.ts'
import { HighlightedText } from './highlighted-text.tsx'
import type { FoundArticle, HelpMatches } from './search-help.ts'

interface HelpSearchResultsProps {
  readonly found: HelpMatches
  /** Search text. */
  readonly text: string
  readonly onClear: () => void
}

export function HelpSearchResults({
  found: { words, articles, questions },
  text,
  onClear,
}: HelpSearchResultsProps) {
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
