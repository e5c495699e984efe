/** One of the two sheets of the text tab: room to write or read, and a line below it. */
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

interface SheetProps {
  readonly children: ReactNode
  readonly footer: ReactNode
  readonly className?: string
}

/** As high as leaves the button below it in sight. */
export const sheetTextStyle =
  'block h-52 min-h-40 w-full grow rounded-t bg-transparent p-4 text-base md:h-[clamp(10rem,calc(100dvh-50rem),24rem)] text-ink placeholder:text-ink-muted focus-visible:outline-none'

export function Sheet({ children, footer, className }: SheetProps) {
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
