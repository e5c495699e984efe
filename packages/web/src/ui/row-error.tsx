/** Error of a file in a list, with a retry button. */
import { CircleAlert, type LucideIcon, RefreshCw } from 'lucide-react'
import { Icon } from './icon.tsx'

interface RowErrorProps {
  readonly reason: string
  readonly retryLabel: string
  /** Accessible name that includes the file. */
  readonly retryName: string
  readonly retryIcon?: LucideIcon
  readonly onRetry?: (() => void) | undefined
}

export function RowError({ reason, retryLabel, retryName, retryIcon = RefreshCw, onRetry }: RowErrorProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p className="flex min-w-0 items-start gap-1.5 font-medium text-danger">
        <Icon of={CircleAlert} sizePx={16} className="mt-0.5" />
        {reason}
      </p>
      {onRetry ? (
        <button
          type="button"
          aria-label={retryName}
          onClick={onRetry}
          className="inline-flex min-h-8 items-center gap-1.5 rounded font-semibold text-ink underline underline-offset-4 hover:text-accent-text"
        >
          <Icon of={retryIcon} sizePx={16} /> {retryLabel}
        </button>
      ) : null}
    </div>
  )
}
