/** List of planned tools. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { comingSoon } from '@filesmith/contract/tools/hub'
import { useId } from 'react'

export function ComingSoon() {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-lg">
        {hubMessages.comingSoonHeading}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-3">
        {comingSoon.map(label => (
          <li
            key={label}
            className="flex items-baseline justify-between gap-3 rounded border border-dashed border-line-strong px-4 py-3 sm:flex-col sm:justify-start sm:gap-0.5"
          >
            <span className="font-semibold">{label}</span>
            <span className="text-xs text-ink-muted">{hubMessages.comingSoon}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
