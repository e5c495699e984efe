/** A bar of iron that heats from dull to bright as the work advances, 0 to 100. */
import { type CSSProperties, useId } from 'react'

interface ProgressBarProps {
  readonly percent: number
  readonly label: string
  /** Where the named steps of the work begin, marked below the bar. */
  readonly marks?: readonly number[]
}

export function ProgressBar({ percent, label, marks = [] }: ProgressBarProps) {
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
        <div className="heat-fill" />
        {shown > 0 && shown < 100 ? <div className="heat-tip" /> : null}
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
