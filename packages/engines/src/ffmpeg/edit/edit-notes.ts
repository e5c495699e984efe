/** Notes for the user about an edited audio file. */
import { normalizedLoudnessLufs } from '@filesmith/contract/operations/edit-audio'
import type { Loudness } from './loudness.ts'

/** Length of one EBU R128 gating block. */
const minSeconds = 0.4

const decibels = (value: number, digits = 1) => value.toFixed(digits).replace('-', '−')

export function notNormalizedNote(seconds: number): string {
  return seconds < minSeconds
    ? 'The audio is too short to measure its loudness, so it was not normalized.'
    : 'The audio is silent, so its loudness was not normalized.'
}

export function normalizedNote(before: number, { lufs }: Loudness): string {
  const now = lufs ?? normalizedLoudnessLufs
  return `Loudness changed from ${decibels(before)} to ${decibels(now)} LUFS.`
}

export function allSilentNote(thresholdDb: number): string {
  return `Nothing is louder than ${decibels(thresholdDb, 0)} dB for long enough, so no silence was removed.`
}

export const limiterNote =
  'A limiter was applied, because the loudest parts would have been distorted at this volume.'
