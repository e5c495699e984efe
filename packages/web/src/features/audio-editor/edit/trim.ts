/**
 * Pure functions for the selection and its undo history. The start stays before the end and both within the audio;
 * `to: Infinity` means untrimmed.
 */
import type { TimeRange } from './time-range.ts'

/** Shorter selections can neither be heard nor dragged. */
const minTrimSeconds = 0.05

export interface TrimHistory {
  readonly trim: TimeRange
  readonly past: readonly TimeRange[]
  readonly future: readonly TimeRange[]
}

export const fullTrim: TimeRange = { from: 0, to: Infinity }

export function createTrimHistory(trim = fullTrim): TrimHistory {
  return { trim, past: [], future: [] }
}

/** Clamps to the known duration, which may change slightly once the file is decoded. */
export function clampTrim({ from, to }: TimeRange, durationSeconds: number): TimeRange {
  const end = Math.min(to, durationSeconds)
  return { from: Math.max(0, Math.min(from, end - Math.min(minTrimSeconds, durationSeconds))), to: end }
}

export function moveTrimStart(trim: TimeRange, seconds: number, durationSeconds: number): TimeRange {
  const latest = Math.max(0, Math.min(trim.to, durationSeconds) - minTrimSeconds)
  return { from: toMilliseconds(Math.min(latest, Math.max(0, seconds))), to: trim.to }
}

export function moveTrimEnd(trim: TimeRange, seconds: number, durationSeconds: number): TimeRange {
  const earliest = Math.min(durationSeconds, trim.from + minTrimSeconds)
  const to = toMilliseconds(Math.max(earliest, seconds))
  return { from: trim.from, to: to >= durationSeconds - 0.0005 ? Infinity : to }
}

/** Adds an undo step; a whole drag is one step, starting from `before`. */
export function pushTrim(history: TrimHistory, trim: TimeRange, before = history.trim): TrimHistory {
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

function isSame(one: TimeRange, other: TimeRange): boolean {
  return one.from === other.from && one.to === other.to
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
