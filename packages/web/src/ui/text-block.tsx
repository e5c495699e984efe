/** Renders one block of an article: paragraph, steps, points, facts, problems with answers, or links. */
import type { TextBlock as Block } from '@filesmith/contract/text-section'
import { TextLink } from './text-link.tsx'

export function TextBlock({ block }: { readonly block: Block }) {
  if (typeof block === 'string') return <p>{block}</p>
  if ('steps' in block)
    return (
      <ol className="flex list-decimal flex-col gap-3 pl-7 marker:font-mono marker:text-sm marker:text-ink-muted">
        {block.steps.map(step => (
          <li key={step} className="pl-1">
            {step}
          </li>
        ))}
      </ol>
    )
  if ('points' in block)
    return (
      <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-ink-muted">
        {block.points.map(point => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    )
  if ('facts' in block)
    return (
      <dl className="divide-y divide-line rounded border border-line bg-surface">
        {block.facts.map(({ label, value }) => (
          <div
            key={label}
            className="grid gap-x-6 gap-y-0.5 px-4 py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          >
            <dt className="font-semibold">{label}</dt>
            <dd className="text-ink-muted first-letter:uppercase">{value}</dd>
          </div>
        ))}
      </dl>
    )
  if ('troubles' in block)
    return (
      <dl className="flex flex-col gap-5">
        {block.troubles.map(({ problem, answer }) => (
          <div key={problem}>
            <dt className="font-semibold">{problem}</dt>
            <dd className="mt-1 text-ink-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    )
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 print:hidden">
      {block.links.map(({ label, to }) => (
        <li key={to}>
          <TextLink to={to}>{label}</TextLink>
        </li>
      ))}
    </ul>
  )
}
