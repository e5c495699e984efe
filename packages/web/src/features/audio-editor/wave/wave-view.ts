/** Zooming and scrolling of the visible time range, clamped to the audio. */
import { lengthOf, type TimeRange } from '../edit/time-range.ts'

/** Maximum zoom: one pixel is a few samples. */
const minViewSeconds = 1

export function fullView(durationSeconds: number): TimeRange {
  return { from: 0, to: durationSeconds }
}

/** A factor below 1 zooms in; `atSeconds` keeps its position on the screen. */
export function zoomView(
  view: TimeRange,
  factor: number,
  atSeconds: number,
  durationSeconds: number,
): TimeRange {
  const span = lengthOf(view)
  const nextSpan = Math.min(
    durationSeconds,
    Math.max(Math.min(minViewSeconds, durationSeconds), span * factor),
  )
  const fraction = span === 0 ? 0 : (atSeconds - view.from) / span
  return clampView(atSeconds - fraction * nextSpan, nextSpan, durationSeconds)
}

export function scrollView(view: TimeRange, bySeconds: number, durationSeconds: number): TimeRange {
  return clampView(view.from + bySeconds, lengthOf(view), durationSeconds)
}

/** With a small margin on both sides. */
export function viewAround(range: TimeRange, durationSeconds: number): TimeRange {
  const span = Math.min(durationSeconds, Math.max(minViewSeconds, lengthOf(range) * 1.1))
  return clampView((range.from + range.to) / 2 - span / 2, span, durationSeconds)
}

/** Scrolls only if `seconds` is not visible, and then puts it near the left edge. */
export function viewIncluding(view: TimeRange, seconds: number, durationSeconds: number): TimeRange {
  if (seconds >= view.from && seconds <= view.to) return view
  return clampView(seconds - lengthOf(view) * 0.05, lengthOf(view), durationSeconds)
}

function clampView(from: number, span: number, durationSeconds: number): TimeRange {
  const start = Math.min(Math.max(0, from), Math.max(0, durationSeconds - span))
  return { from: start, to: start + span }
}

/** Interval of the ruler marks: round, and wide enough for their labels. */
export function rulerStep(view: TimeRange, widthPx: number): number {
  const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]
  const secondsPerMark = (lengthOf(view) / Math.max(1, widthPx)) * 84
  return steps.find(step => step >= secondsPerMark) ?? 7200
}
