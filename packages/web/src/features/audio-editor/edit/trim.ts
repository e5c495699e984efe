/** The selection and its history. Pure: whatever is asked for, the start stays before the end and both in the recording. An end of Infinity is the recording's own. */
import type { Stretch } from './stretch.ts'

/** Shorter selections cannot be heard, nor taken hold of. */
const shortestSeconds = 0.05

export interface TrimHistory {
  readonly trim: Stretch
  readonly past: readonly Stretch[]
  readonly future: readonly Stretch[]
}

export const wholeTrim: Stretch = { from: 0, to: Infinity }

export function newTrimHistory(trim = wholeTrim): TrimHistory {
  return { trim, past: [], future: [] }
}

/** With figures that can be shown: the page may learn the length of a recording twice, and not the same one. */
export function boundTrim({ from, to }: Stretch, durationSeconds: number): Stretch {
  const end = Math.min(to, durationSeconds)
  return { from: Math.max(0, Math.min(from, end - Math.min(shortestSeconds, durationSeconds))), to: end }
}

export function moveStart(trim: Stretch, seconds: number, durationSeconds: number): Stretch {
  const latest = Math.max(0, Math.min(trim.to, durationSeconds) - shortestSeconds)
  return { from: toMilliseconds(Math.min(latest, Math.max(0, seconds))), to: trim.to }
}

export function moveEnd(trim: Stretch, seconds: number, durationSeconds: number): Stretch {
  const earliest = Math.min(durationSeconds, trim.from + shortestSeconds)
  const to = toMilliseconds(Math.max(earliest, seconds))
  return { from: trim.from, to: to >= durationSeconds - 0.0005 ? Infinity : to }
}

/** A step that can be undone; a drag is one step, from where it began. */
export function withTrim(history: TrimHistory, trim: Stretch, before = history.trim): TrimHistory {
  if (isSame(trim, before)) return { ...history, trim }
  return { trim, past: [...history.past, before], future: [] }
}

export function undoTrim({ trim, past, future }: TrimHistory): TrimHistory {
  const before = past.at(-1)
  return before
    ? { trim: before, past: past.slice(0, -1), future: [trim, ...future] }
    : { trim, past, future }
}

export function redoTrim({ trim, past, future }: TrimHistory): TrimHistory {
  const [next, ...rest] = future
  return next ? { trim: next, past: [...past, trim], future: rest } : { trim, past, future }
}

function isSame(one: Stretch, other: Stretch): boolean {
  return one.from === other.from && one.to === other.to
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
