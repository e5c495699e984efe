/** List of labels and values, side by side if the width allows. */
import type { ReactNode } from 'react'

interface FactListProps {
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[]
}

export function FactList({ facts }: FactListProps) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 @min-[48rem]:grid-cols-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-ink-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
