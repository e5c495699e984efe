/** Empty state of a list: title, explanation and an optional action. */
import type { ReactNode } from 'react'

interface EmptyNoticeProps {
  readonly title: string
  readonly text: string
  /** Set when it follows a user action, such as a filter, so that screen readers announce it. */
  readonly isAnswer?: boolean
  readonly children?: ReactNode
}

export function EmptyNotice({ title, text, isAnswer = false, children }: EmptyNoticeProps) {
  return (
    <div
      role={isAnswer ? 'status' : undefined}
      className="flex min-h-44 flex-col items-center justify-center gap-1 p-5 text-center"
    >
      <p className="font-semibold">{title}</p>
      <p className="text-ink-muted">{text}</p>
      {children && <div className="mt-3">{children}</div>}
    </div>
  )
}
