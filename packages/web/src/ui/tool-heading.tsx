/** Heading of a tool with notes on privacy and limits. */
import type { ReactNode } from 'react'

interface ToolHeadingProps {
  readonly id: string
  readonly text: string
  readonly children: ReactNode
}

export function ToolHeading({ id, text, children }: ToolHeadingProps) {
  return (
    <div>
      <h2 id={id} className="text-lg">
        {text}
      </h2>
      <div className="text-xs text-ink-muted">{children}</div>
    </div>
  )
}
