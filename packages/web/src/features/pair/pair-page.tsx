/** Page of one conversion around its converter. */
import { formats } from '@filesmith/contract/formats'
import { pairMessages } from '@filesmith/contract/messages/pair'
import { type FormatPair, pairName, pairPath, relatedPairs } from '@filesmith/contract/pair-pages'
import { pairSections } from '@filesmith/contract/pair-sections'
import { formatsLink, paths } from '@filesmith/contract/routes'
import type { TextBlock, TextSection } from '@filesmith/contract/text-section'
import { Check, type LucideIcon, Minus, Ruler } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { currentInstance } from '../../lib/instance.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'

interface PairPageProps {
  readonly pair: FormatPair
  /** The converter. */
  readonly children: ReactNode
}

const icons: Readonly<Record<string, LucideIcon>> = { kept: Check, lost: Minus }

export function PairPage({ pair, children }: PairPageProps) {
  const [from, to] = [formats[pair.from].label, formats[pair.to].label]
  return (
    <div className="flex flex-col gap-10">
      <header>
        <p className="mb-2">
          <TextLink to={paths.formats}>{formatsLink.label}</TextLink>
        </p>
        <h1 className="text-2xl">{pairMessages.heading(from, to)}</h1>
        <p className="mt-3 max-w-prose text-base text-ink-muted">{pairMessages.lead(from, to)}</p>
      </header>
      {children}
      <div className="grid gap-8 md:grid-cols-2">
        {pairSections(currentInstance(), pair).map(section => (
          <FactSection key={section.id} section={section} />
        ))}
        <Related pair={pair} />
      </div>
    </div>
  )
}

function FactSection({ section: { id, heading, blocks } }: { readonly section: TextSection }) {
  return (
    <section aria-labelledby={id} className="border-t border-line pt-5">
      <h2 id={id} className="mb-3 text-lg">
        {heading}
      </h2>
      {blocks.map(block => (
        <FactBlock key={JSON.stringify(block)} block={block} icon={icons[id] ?? Ruler} />
      ))}
    </section>
  )
}

function FactBlock({ block, icon }: { readonly block: TextBlock; readonly icon: LucideIcon }) {
  if (typeof block === 'string') return <p className="mt-3 text-ink-muted">{block}</p>
  if ('points' in block)
    return (
      <ul className="flex flex-col gap-2">
        {block.points.map(point => (
          <li key={point} className="flex items-start gap-2">
            <Icon of={icon} className="mt-px text-ink-muted" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    )
  if ('facts' in block)
    return (
      <dl className="flex flex-col gap-2">
        {block.facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="font-semibold">{label}</dt>
            <dd className="text-ink-muted">{value}</dd>
          </div>
        ))}
      </dl>
    )
  return null
}

function Related({ pair }: { readonly pair: FormatPair }) {
  const headingId = useId()
  const { reverse, others, sources } = relatedPairs(pair)
  return (
    <nav aria-labelledby={headingId} className="border-t border-line pt-5">
      <h2 id={headingId} className="mb-3 text-lg">
        {pairMessages.related}
      </h2>
      <div className="flex flex-col gap-4">
        <PairLinks heading={pairMessages.reverse} pairs={reverse ? [reverse] : []} />
        <PairLinks heading={pairMessages.others(formats[pair.from].label)} pairs={others} />
        <PairLinks heading={pairMessages.sources(formats[pair.to].label)} pairs={sources} />
        <TextLink to={paths.formats}>{pairMessages.allFormats}</TextLink>
      </div>
    </nav>
  )
}

interface PairLinksProps {
  readonly heading: string
  readonly pairs: readonly FormatPair[]
}

function PairLinks({ heading, pairs }: PairLinksProps) {
  if (pairs.length === 0) return null
  return (
    <div>
      <h3 className="text-sm font-semibold">{heading}</h3>
      <ul className="flex flex-wrap gap-x-4">
        {pairs.map(pair => (
          <li key={pairPath(pair)}>
            <TextLink to={pairPath(pair)} className="inline-flex min-h-10 items-center">
              {pairName(pair)}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
