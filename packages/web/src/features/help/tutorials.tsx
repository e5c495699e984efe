/** /help/tutorials: list of the articles about tools. */
import { helpPageList } from '@filesmith/contract/help/help-pages'
import { helpMessages } from '@filesmith/contract/messages/help'
import { ArticleList } from './article-list.tsx'
import { Breadcrumb } from './breadcrumb.tsx'

const texts = helpMessages.tutorials
const pages = helpPageList.filter(({ topic }) => topic === 'tutorials')

export function Tutorials() {
  return (
    <div className="flex flex-col gap-8">
      <header className="flex flex-col gap-4">
        <Breadcrumb currentLabel={texts.heading} />
        <h1 className="text-2xl">{texts.heading}</h1>
        <p className="max-w-xl text-base text-ink-muted">{texts.lead}</p>
      </header>
      <ArticleList label={texts.label} pages={pages} />
    </div>
  )
}
