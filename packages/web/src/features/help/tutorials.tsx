/** /help/tutorials: an article for every tool. */
import { helpPageList } from '@filesmith/contract/help/help-pages'
import { helpMessages } from '@filesmith/contract/messages/help'
import { ArticleList } from './article-list.tsx'
import { Breadcrumb } from './breadcrumb.tsx'

const words = helpMessages.tutorials
const pages = helpPageList.filter(({ topic }) => topic === 'tutorials')

export function Tutorials() {
  return (
    <div className="flex flex-col gap-8">
      <header className="flex flex-col gap-4">
        <Breadcrumb here={words.heading} />
        <h1 className="text-2xl">{words.heading}</h1>
        <p className="max-w-xl text-base text-ink-muted">{words.lead}</p>
      </header>
      <ArticleList label={words.label} pages={pages} />
    </div>
  )
}
