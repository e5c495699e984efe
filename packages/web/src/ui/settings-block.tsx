/** Section of a settings page: heading, explanation and controls. */
import { type ReactNode, useId } from 'react'

interface SettingsBlockProps {
  readonly heading: string
  readonly text?: ReactNode
  /** Badge or action at the end of the heading row. */
  readonly aside?: ReactNode
  readonly children?: ReactNode
}

export function SettingsBlock({ heading, text, aside, children }: SettingsBlockProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="rounded border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={headingId} className="text-lg">
          {heading}
        </h3>
        {aside}
      </div>
      {text ? <p className="mt-1 max-w-prose text-ink-muted">{text}</p> : null}
      {children ? <div className="@container mt-5">{children}</div> : null}
    </section>
  )
}
