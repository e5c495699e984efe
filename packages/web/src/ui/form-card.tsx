/** Single-column card for a form or its outcome, with heading, lead and footer links. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Panel } from './panel.tsx'

interface FormCardProps {
  readonly heading: string
  readonly lead?: ReactNode
  readonly children?: ReactNode
  /** Links below the card. */
  readonly footer?: ReactNode
  /** Set when the card replaces a submitted form: moves the focus to the heading. */
  readonly isOutcome?: boolean
}

export function FormCard({ heading, lead, children, footer, isOutcome = false }: FormCardProps) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (isOutcome) headingRef.current?.focus()
  }, [isOutcome])
  return (
    <div className="mx-auto max-w-md sm:py-6">
      <Panel className="overflow-hidden">
        <div className="ruler" aria-hidden="true" />
        <div className="p-5 pt-4 sm:p-8 sm:pt-6">
          <h1 ref={headingRef} tabIndex={-1} className="text-xl outline-none">
            {heading}
          </h1>
          {lead ? <p className="mt-2 text-ink-muted">{lead}</p> : null}
          {children ? <div className="mt-6">{children}</div> : null}
        </div>
      </Panel>
      {footer ? <div className="mt-5 text-center text-ink-muted">{footer}</div> : null}
    </div>
  )
}
