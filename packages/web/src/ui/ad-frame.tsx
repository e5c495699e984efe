/** Labeled, bordered frame of fixed size around an advertisement. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Panel } from './panel.tsx'

interface AdFrameProps {
  /** Must set the height. */
  readonly className: string
  /** Shown at the end of the label row. */
  readonly labelEnd?: ReactNode
  readonly children?: ReactNode
}

export function AdFrame({ className, labelEnd, children }: AdFrameProps) {
  return (
    <Panel className={cx('flex flex-col overflow-hidden print:hidden', className)}>
      <div className="flex items-center justify-between border-b border-line px-4 py-1.5 text-xs text-ink-muted">
        <p>{frameMessages.advertisement}</p>
        {labelEnd}
      </div>
      {children}
    </Panel>
  )
}
