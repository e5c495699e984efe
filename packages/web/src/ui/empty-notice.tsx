/** The place of a list that has nothing in it: what that means, and what to do about it. */
import type { ReactNode } from 'react'

interface EmptyNoticeProps {
  readonly title: string
  readonly text: string
  /** Whether it came after a choice, and so must be told to readers. */
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
