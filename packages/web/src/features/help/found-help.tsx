/** What the search found: articles with the sentence that answers, and questions to open. */
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
import { MarkedText } from './marked-text.tsx'
import type { FoundHelp as Found, FoundArticle } from './search-help.ts'

interface FoundHelpProps {
  readonly found: Found
  /** As it was typed. */
  readonly text: string
  readonly onClear: () => void
}

export function FoundHelp({ found: { words, articles, questions }, text, onClear }: FoundHelpProps) {
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
                <FoundRow key={article.page.id} article={article} words={words} />
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
              question: <MarkedText text={question} words={words} />,
              answer: <MarkedText text={answer} words={words} />,
            }))}
          />
        </section>
      )}
    </div>
  )
}

interface FoundRowProps {
  readonly article: FoundArticle
  readonly words: readonly string[]
}

function FoundRow({ article: { page, passage }, words }: FoundRowProps) {
  const to = passage ? `${helpPath(page.id)}#${passage.sectionId}` : helpPath(page.id)
  return (
    <li>
      <Link to={to} className="group block px-4 py-4 sm:px-5">
        <span className="font-heading text-base font-semibold underline-offset-4 group-hover:underline">
          <MarkedText text={page.label} words={words} />
        </span>
        <span className="mt-1 block text-ink-muted">
          <MarkedText text={passage ? cutPassage(passage.text, words) : page.summary} words={words} />
        </span>
      </Link>
    </li>
  )
}
