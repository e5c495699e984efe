/** List of help articles. */
import { type HelpPage, helpPath } from '@filesmith/contract/help/help-pages'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'

interface ArticleListProps {
  readonly label: string
  readonly pages: readonly HelpPage[]
}

export function ArticleList({ label, pages }: ArticleListProps) {
  return (
    <ul aria-label={label} className="grid gap-4 sm:grid-cols-2">
      {pages.map(({ id, label: title, summary }) => (
        <li key={id} className="flex">
          <Link
            to={helpPath(id)}
            className="group flex grow items-center justify-between gap-4 rounded border border-line bg-surface px-5 py-4 transition-colors hover:border-line-strong"
          >
            <span>
              <span className="block font-heading text-base font-semibold">{title}</span>
              <span className="mt-0.5 block text-ink-muted">{summary}</span>
            </span>
            <Icon
              of={ChevronRight}
              className="text-ink-muted transition-transform group-hover:translate-x-0.5"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
