/** Result card: summary above, actions below. */
import { type ReactNode, useId } from 'react'
import { Panel } from './panel.tsx'

interface ResultCardProps {
  readonly heading: string
  readonly children: ReactNode
  readonly actions: ReactNode
}

export function ResultCard({ heading, children, actions }: ResultCardProps) {
  const headingId = useId()
  return (
    <Panel
      role="group"
      aria-labelledby={headingId}
      className="appear flex flex-col self-start max-md:order-first md:sticky md:top-20"
    >
      <div className="flex flex-col gap-4 p-5">
        <h3 id={headingId} className="text-lg">
          {heading}
        </h3>
        {children}
      </div>
      <div className="perforation mx-3" />
      <div className="flex flex-col gap-3 p-5">{actions}</div>
    </Panel>
  )
}
