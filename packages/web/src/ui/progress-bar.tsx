/** Progress bar from 0 to 100 whose color changes from dull to bright. */
import { type CSSProperties, useId } from 'react'

interface ProgressBarProps {
  readonly percent: number
  readonly label: string
  /** The job has failed or stopped: drawn without color. */
  readonly isStopped?: boolean
  /** Percentages at which the named stages begin, marked below the bar. */
  readonly marks?: readonly number[]
}

export function ProgressBar({ percent, label, isStopped = false, marks = [] }: ProgressBarProps) {
  const id = useId()
  const shown = Math.min(100, Math.max(0, percent))
  return (
    <div style={{ '--percent': shown } as CSSProperties}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(shown)}
        className="heat-track"
      >
        <div className="heat-fill" data-cold={isStopped} />
        {shown > 0 && shown < 100 && !isStopped ? <div className="heat-tip" /> : null}
      </div>
      {marks.length > 0 ? (
        <div aria-hidden="true" className="relative mt-1 h-1.5">
          {marks.map(mark => (
            <span
              key={`${id}-${mark}`}
              style={{ left: `${mark}%` }}
              className={`absolute h-1.5 w-px ${shown >= mark ? 'bg-accent' : 'bg-line-strong'}`}
            />
          ))}
        </div>
      ) : null}
    </div>
  )
}
