/** A row of bars, one of which is always read out: by pointing, by dragging a finger, or with the arrow keys. */
import { type PointerEvent, useRef, useState } from 'react'
import { cx } from './cx.ts'

interface Bar {
  readonly id: string
  /** The whole name, read out. */
  readonly name: string
  /** Below the bar, where there is one. */
  readonly mark?: string | undefined
  readonly value: number
  readonly valueText: string
  /** How much of the value is trouble; it stands on top in another colour. */
  readonly trouble?: number
}

interface BarChartProps {
  readonly bars: readonly Bar[]
  /** What one steps through, for example 'Day'. */
  readonly stepLabel: string
  /** Stands where the read-out does not. */
  readonly summary: string
}

export function BarChart({ bars, stepLabel, summary }: BarChartProps) {
  const last = bars.length - 1
  const plotRef = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(last)
  const [pointedAt, setPointedAt] = useState<number>()
  const shownIndex = Math.min(pointedAt ?? chosen, last)
  const shown = bars[shownIndex]
  const most = Math.max(0, ...bars.map(({ value }) => value))

  const point = (event: PointerEvent) => {
    const box = plotRef.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    const place = Math.floor(((event.clientX - box.left) / box.width) * bars.length)
    setPointedAt(Math.min(last, Math.max(0, place)))
  }

  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="text-ink-muted">{summary}</p>
        <p aria-hidden="true" className="ml-auto text-right">
          <span className="text-ink-muted">{shown?.name}</span>{' '}
          <span className="font-semibold">{shown?.valueText}</span>
        </p>
      </div>
      <div className="focus-inside relative mt-4 rounded">
        <input
          type="range"
          min={0}
          max={last}
          value={chosen}
          aria-label={stepLabel}
          aria-valuetext={`${bars[chosen]?.name}: ${bars[chosen]?.valueText}`}
          onChange={event => setChosen(event.currentTarget.valueAsNumber)}
          className="sr-only"
        />
        <div
          ref={plotRef}
          aria-hidden="true"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointedAt(undefined)}
          className="relative flex h-36 touch-pan-y items-end border-b border-line-strong"
        >
          {most > 0 ? (
            <span className="figures pointer-events-none absolute inset-x-0 top-0 border-t border-dashed border-line text-xs leading-none text-ink-muted">
              <span className="absolute -top-px left-0 bg-surface pt-1 pr-1.5">{most}</span>
            </span>
          ) : null}
          {bars.map((bar, index) => (
            <div key={bar.id} className="flex h-full min-w-0 grow basis-0 items-end px-px sm:px-0.5">
              <div
                style={{ height: `${(bar.value / Math.max(1, most)) * 100}%` }}
                className={cx(
                  'relative min-h-0.5 w-full rounded-t-[2px] transition-colors forced-colors:bg-[CanvasText]',
                  index === shownIndex ? 'bg-ink' : index === last ? 'bg-accent' : 'bg-line-strong',
                )}
              >
                {bar.trouble ? (
                  <div
                    style={{ height: `${(bar.trouble / bar.value) * 100}%` }}
                    className="min-h-0.5 w-full rounded-t-[2px] bg-danger forced-colors:bg-[Highlight]"
                  />
                ) : null}
              </div>
            </div>
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="relative mt-1.5 h-5 text-xs text-ink-muted">
        {bars.map((bar, index) =>
          bar.mark === undefined ? null : (
            <span
              key={bar.id}
              style={{ left: `${((index + 0.5) / bars.length) * 100}%` }}
              className={cx(
                'absolute whitespace-nowrap',
                index === 0
                  ? '-translate-x-2'
                  : index === last
                    ? '-translate-x-[calc(100%-0.5rem)]'
                    : '-translate-x-1/2',
                index === last && 'font-semibold text-accent-text',
              )}
            >
              {bar.mark}
            </span>
          ),
        )}
      </div>
    </div>
  )
}
