/** Grid of cards that describe the features of a tool. */
import type { LucideIcon } from 'lucide-react'
import { Icon } from './icon.tsx'

interface FeatureGridProps {
  readonly features: readonly {
    readonly id: string
    readonly icon: LucideIcon
    readonly title: string
    readonly text: string
  }[]
}

export function FeatureGrid({ features }: FeatureGridProps) {
  return (
    <ul className="grid gap-4 sm:grid-cols-3">
      {features.map(({ id, icon, title, text }) => (
        <li key={id} className="rounded border border-line bg-surface p-4">
          <Icon of={icon} sizePx={24} className="mb-2 text-ink-muted" />
          <h3 className="text-base">{title}</h3>
          <p className="mt-1 text-ink-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
