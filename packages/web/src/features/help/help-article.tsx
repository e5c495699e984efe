/** /help/{article}: an article, a link to the tool it describes, and other articles of the topic; and the list of tutorials. */
import { helpActions, helpArticle } from '@filesmith/contract/help/articles'
import {
  type HelpPage,
  type HelpPageId,
  helpPages,
  helpPagesOf,
  helpPath,
  tutorialsId,
} from '@filesmith/contract/help/help-pages'
import { helpMessages } from '@filesmith/contract/messages/help'
import { paths } from '@filesmith/contract/routes'
import type { TextBlock, TextSection } from '@filesmith/contract/text-section'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { currentInstance } from '../../lib/instance.ts'
import { useHashTarget } from '../../lib/use-hash-target.ts'
import { useSiteAccess } from '../../lib/use-site-access.ts'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const texts = helpMessages.article

/** Without links to the sign-up page, for sites where not everyone can sign up. */
function withoutSignUp(section: TextSection): TextSection {
  const blocks = section.blocks.flatMap((block): TextBlock[] => {
    if (typeof block === 'string' || !('links' in block)) return [block]
    const links = block.links.filter(({ to }) => to !== paths.signUp)
    return links.length === 0 ? [] : [{ links }]
  })
  return { ...section, blocks }
}

export function HelpArticle({ id }: { readonly id: HelpPageId }) {
  useHashTarget()
  const headingId = useId()
  const { signUp } = useSiteAccess()
  const { label, summary, topic }: HelpPage = helpPages[id]
  const action = helpActions[id]
  const others = helpPagesOf(currentInstance()).filter(page => page.topic === topic && page.id !== id)
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
      <LongText
        key={id}
        sections={
          signUp === 'open'
            ? helpArticle(currentInstance(), id)
            : helpArticle(currentInstance(), id).map(withoutSignUp)
        }
        contentsLabel={texts.contents}
      />
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

const tutorialTexts = helpMessages.tutorials
const tutorials = helpPagesOf('public').filter(({ topic }) => topic === 'tutorials')

export function Tutorials() {
  return (
    <div className="flex flex-col gap-8">
      <header className="flex flex-col gap-4">
        <Breadcrumb currentLabel={tutorialTexts.heading} />
        <h1 className="text-2xl">{tutorialTexts.heading}</h1>
        <p className="max-w-xl text-base text-ink-muted">{tutorialTexts.lead}</p>
      </header>
      <ArticleList label={tutorialTexts.label} pages={tutorials} />
    </div>
  )
}

interface BreadcrumbProps {
  readonly currentLabel: string
  /** Whether the tutorials page is in between. */
  readonly isTutorial?: boolean
}

/** Breadcrumb of the help pages. */
function Breadcrumb({ currentLabel, isTutorial = false }: BreadcrumbProps) {
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

interface ArticleListProps {
  readonly label: string
  readonly pages: readonly HelpPage[]
}

/** List of help articles. */
function ArticleList({ label, pages }: ArticleListProps) {
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
