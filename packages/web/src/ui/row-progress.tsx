/** Progress of a file in a list: text, percentage and bar. */
import { ProgressBar } from './progress-bar.tsx'

interface RowProgressProps {
  readonly text: string
  readonly percent: number
  readonly label: string
}

export function RowProgress({ text, percent, label }: RowProgressProps) {
  return (
    <div className="flex flex-col gap-1 pb-1 [&_.heat-track]:h-1.5">
      <div className="figures flex justify-between gap-3">
        <span className="min-w-0 truncate">{text}</span>
        <span className="text-ink">{Math.floor(percent)}%</span>
      </div>
      <ProgressBar percent={percent} label={label} />
    </div>
  )
}
