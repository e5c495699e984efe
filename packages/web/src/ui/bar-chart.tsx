/** Bar chart that shows the value of one bar at a time, chosen by hovering, touch or arrow keys. */
import { type PointerEvent, useRef, useState } from 'react'
import { cx } from './cx.ts'

interface Bar {
  readonly id: string
  /** Full name, shown with the value. */
  readonly name: string
  /** Tick label below the bar. */
  readonly tickLabel?: string | undefined
  readonly value: number
  readonly valueText: string
  /** Share of the value that failed, drawn on top in the danger color. */
  readonly failedValue?: number
}

interface BarChartProps {
  readonly bars: readonly Bar[]
  /** Accessible name of the slider, for example 'Day'. */
  readonly stepLabel: string
  /** Shown opposite the value. */
  readonly summary: string
}

export function BarChart({ bars, stepLabel, summary }: BarChartProps) {
  const last = bars.length - 1
  const plotRef = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState(last)
  const [hovered, setHovered] = useState<number>()
  const shownIndex = Math.min(hovered ?? selected, last)
  const shown = bars[shownIndex]
  const maxValue = Math.max(0, ...bars.map(({ value }) => value))

  const handlePointer = (event: PointerEvent) => {
    const box = plotRef.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    const index = Math.floor(((event.clientX - box.left) / box.width) * bars.length)
    setHovered(Math.min(last, Math.max(0, index)))
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
          value={selected}
          aria-label={stepLabel}
          aria-valuetext={`${bars[selected]?.name}: ${bars[selected]?.valueText}`}
          onChange={event => setSelected(event.currentTarget.valueAsNumber)}
          className="sr-only"
        />
        <div
          ref={plotRef}
          aria-hidden="true"
          onPointerMove={handlePointer}
          onPointerDown={handlePointer}
          onPointerLeave={() => setHovered(undefined)}
          className="relative flex h-36 touch-pan-y items-end border-b border-line-strong"
        >
          {maxValue > 0 ? (
            <span className="figures pointer-events-none absolute inset-x-0 top-0 border-t border-dashed border-line text-xs leading-none text-ink-muted">
              <span className="absolute -top-px left-0 bg-surface pt-1 pr-1.5">{maxValue}</span>
            </span>
          ) : null}
          {bars.map((bar, index) => (
            <div key={bar.id} className="flex h-full min-w-0 grow basis-0 items-end px-px sm:px-0.5">
              <div
                style={{ height: `${(bar.value / Math.max(1, maxValue)) * 100}%` }}
                className={cx(
                  'relative min-h-0.5 w-full rounded-t-[2px] transition-colors forced-colors:bg-[CanvasText]',
                  index === shownIndex ? 'bg-ink' : index === last ? 'bg-accent' : 'bg-line-strong',
                )}
              >
                {bar.failedValue ? (
                  <div
                    style={{ height: `${(bar.failedValue / bar.value) * 100}%` }}
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
          bar.tickLabel === undefined ? null : (
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
              {bar.tickLabel}
            </span>
          ),
        )}
      </div>
    </div>
  )
}
