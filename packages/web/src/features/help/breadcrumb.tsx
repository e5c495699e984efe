/** Breadcrumb of the help pages. */
import { helpPath, tutorialsId } from '@filesmith/contract/help/help-pages'
import { helpMessages } from '@filesmith/contract/messages/help'
import { paths } from '@filesmith/contract/routes'
import { TextLink } from '../../ui/text-link.tsx'

interface BreadcrumbProps {
  readonly currentLabel: string
  /** Whether the tutorials page is in between. */
  readonly isTutorial?: boolean
}

export function Breadcrumb({ currentLabel, isTutorial = false }: BreadcrumbProps) {
  const ancestors = [
    { label: helpMessages.heading, to: paths.help },
    ...(isTutorial ? [{ label: helpMessages.tutorials.heading, to: helpPath(tutorialsId) }] : []),
  ]
  return (
    <nav aria-label={helpMessages.article.breadcrumb} className="print:hidden">
      <ol className="flex flex-wrap gap-x-2 text-ink-muted">
        {ancestors.map(({ label, to }) => (
          <li key={to} className="flex gap-2">
            <TextLink to={to} className="font-medium">
              {label}
            </TextLink>
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page">{currentLabel}</li>
      </ol>
    </nav>
  )
}
