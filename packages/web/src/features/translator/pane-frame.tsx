/** Frame of the source and result panes: a textarea with a footer. */
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

interface PaneFrameProps {
  readonly children: ReactNode
  readonly footer: ReactNode
  readonly className?: string
}

/** Height that keeps the button below visible. */
export const paneTextStyle =
  'block h-52 min-h-40 w-full grow rounded-t bg-transparent p-4 text-base md:h-[clamp(10rem,calc(100dvh-50rem),24rem)] text-ink placeholder:text-ink-muted focus-visible:outline-none'

export function PaneFrame({ children, footer, className }: PaneFrameProps) {
  return (
    <div
      className={cx(
        'flex min-w-0 grow flex-col rounded border border-line-strong transition-colors has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 has-[textarea:focus-visible]:outline-accent-text',
        className,
      )}
    >
      {children}
      <div className="flex min-h-13 items-center gap-3 border-t border-line px-4 py-1.5">{footer}</div>
    </div>
  )
}
