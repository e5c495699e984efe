/** The part of the recording that is in sight: zooming and moving along, never beyond its ends. */
import { lengthOf, type Stretch } from '../edit/stretch.ts'

/** Closer than this there is nothing more to see: one point of the drawing is a few samples. */
const closestSeconds = 1

export function wholeView(durationSeconds: number): Stretch {
  return { from: 0, to: durationSeconds }
}

/** A factor below 1 comes closer; the given moment stays where it is on the screen. */
export function zoomView(view: Stretch, factor: number, atSeconds: number, durationSeconds: number): Stretch {
  const span = lengthOf(view)
  const nextSpan = Math.min(
    durationSeconds,
    Math.max(Math.min(closestSeconds, durationSeconds), span * factor),
  )
  const share = span === 0 ? 0 : (atSeconds - view.from) / span
  return placeView(atSeconds - share * nextSpan, nextSpan, durationSeconds)
}

export function moveView(view: Stretch, bySeconds: number, durationSeconds: number): Stretch {
  return placeView(view.from + bySeconds, lengthOf(view), durationSeconds)
}

/** A little air on both sides. */
export function viewAround(stretch: Stretch, durationSeconds: number): Stretch {
  const span = Math.min(durationSeconds, Math.max(closestSeconds, lengthOf(stretch) * 1.1))
  return placeView((stretch.from + stretch.to) / 2 - span / 2, span, durationSeconds)
}

/** Moves only when the moment is out of sight: then it comes in near the left edge, as on a turned page. */
export function viewWith(view: Stretch, seconds: number, durationSeconds: number): Stretch {
  if (seconds >= view.from && seconds <= view.to) return view
  return placeView(seconds - lengthOf(view) * 0.05, lengthOf(view), durationSeconds)
}

function placeView(from: number, span: number, durationSeconds: number): Stretch {
  const start = Math.min(Math.max(0, from), Math.max(0, durationSeconds - span))
  return { from: start, to: start + span }
}

/** Steps between the marks of the ruler: as close as their figures can stand, and round. */
export function rulerStep(view: Stretch, widthPx: number): number {
  const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]
  const secondsPerMark = (lengthOf(view) / Math.max(1, widthPx)) * 84
  return steps.find(step => step >= secondsPerMark) ?? 7200
}
