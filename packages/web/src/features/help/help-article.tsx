/** /help/{article}: an article, a link to the tool it describes, and other articles of the topic. */
import { helpActions, helpArticles } from '@filesmith/contract/help/articles'
import { type HelpPage, type HelpPageId, helpPageList, helpPages } from '@filesmith/contract/help/help-pages'
import { helpMessages } from '@filesmith/contract/messages/help'
import { paths } from '@filesmith/contract/routes'
import { useId } from 'react'
import { useHashTarget } from '../../lib/use-hash-target.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { ArticleList } from './article-list.tsx'
import { Breadcrumb } from './breadcrumb.tsx'

const texts = helpMessages.article

export function HelpArticle({ id }: { readonly id: HelpPageId }) {
  useHashTarget()
  const headingId = useId()
  const { label, summary, topic }: HelpPage = helpPages[id]
  const action = helpActions[id]
  const others = helpPageList.filter(page => page.topic === topic && page.id !== id)
  return (
    <div className="flex flex-col gap-10">
      <header className="flex flex-col gap-4">
        <Breadcrumb currentLabel={label} isTutorial={topic === 'tutorials'} />
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <div className="max-w-xl grow basis-80">
            <h1 className="text-2xl">{label}</h1>
            <p className="mt-3 text-base text-ink-muted">{summary}</p>
          </div>
          <LinkButton to={action.to} variant="accent" size="large" className="print:hidden">
            {action.label}
          </LinkButton>
        </div>
      </header>
      <LongText key={id} sections={helpArticles[id]} contentsLabel={texts.contents} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-6 print:hidden">
        <p className="font-semibold">{texts.stillStuck}</p>
        <LinkButton to={paths.contact}>{helpMessages.contactSupport}</LinkButton>
      </div>
      {others.length === 0 ? null : (
        <section aria-labelledby={headingId} className="print:hidden">
          <h2 id={headingId} className="mb-4 text-lg">
            {texts.others}
          </h2>
          <ArticleList label={texts.others} pages={others} />
        </section>
      )}
    </div>
  )
}
