/** Notes for the user about an edited audio file. */
import { normalizedLoudnessLufs } from '@filesmith/contract/operations/edit-audio'
import type { Loudness } from './loudness.ts'

/** Length of one EBU R128 gating block. */
const minSeconds = 0.4

const decibels = (value: number, digits = 1) => value.toFixed(digits).replace('-', '−')

export function unmeasurable(seconds: number): string {
  return seconds < minSeconds
    ? 'This is too short to tell how loud it is, so its loudness was not evened out.'
    : 'There is only silence in this, so its loudness was not evened out.'
}

export function evenedOut(before: number, { lufs }: Loudness): string {
  const now = lufs ?? normalizedLoudnessLufs
  return `Its loudness was ${decibels(before)} LUFS and is now ${decibels(now)} LUFS.`
}

export function allSilent(thresholdDb: number): string {
  return `Nothing in this is louder than ${decibels(thresholdDb, 0)} dB for long, so no silence was removed.`
}

export const heldBack =
  'At this volume the loudest moments would have been distorted, so they were held back a little.'
