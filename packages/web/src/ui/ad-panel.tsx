/** An advertisement: labelled as such, bordered, and of one size whatever stands in it. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { LinkButton } from './link-button.tsx'
import { Panel } from './panel.tsx'

interface AdPanelProps {
  readonly heading: string
  readonly text: string
  readonly children: ReactNode
  /** Gives it its height. */
  readonly className: string
}

export function AdPanel({ heading, text, children, className }: AdPanelProps) {
  return (
    <Panel className={cx('flex flex-col overflow-hidden', className)}>
      <p className="border-b border-line px-4 py-1.5 text-xs text-ink-muted">{frameMessages.advertisement}</p>
      <div className="flex grow flex-col gap-3 p-4">
        <h2 className="text-lg">{heading}</h2>
        <p>{text}</p>
        {children}
        <LinkButton to={paths.plans} variant="outline" className="mt-auto">
          {frameMessages.upgrade}
        </LinkButton>
      </div>
    </Panel>
  )
}
