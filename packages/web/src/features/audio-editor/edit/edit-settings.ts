/** Settings of the audio editor besides trimming: defaults, request fields, and their form in localStorage. */
import {
  editedAudioOutputs,
  maxFadeSeconds,
  silenceThreshold,
} from '@filesmith/contract/operations/edit-audio'
import { readSavedWork } from '../../../lib/job/saved-work.ts'
import type { TimeRange } from './time-range.ts'
import { fullTrim } from './trim.ts'

export const editorToolId = 'hub-audio-editor'

export const volumeBounds = { min: 0, max: 200, step: 5 } as const
export const fadeBounds = { min: 0, max: maxFadeSeconds, step: 0.5 } as const

export type EditedAudioOutput = (typeof editedAudioOutputs)[number]

export interface EditSettings {
  readonly volumePercent: number
  readonly isNormalized: boolean
  readonly isSilenceRemoved: boolean
  readonly thresholdDb: number
  readonly fadeInSeconds: number
  readonly fadeOutSeconds: number
  readonly outputFormat: EditedAudioOutput
}

export const defaultAudioSettings: EditSettings = {
  volumePercent: 100,
  isNormalized: false,
  isSilenceRemoved: false,
  thresholdDb: silenceThreshold.default,
  fadeInSeconds: 0,
  fadeOutSeconds: 0,
  outputFormat: 'mp3',
}

/** Omits `trimEnd` when the end is untrimmed: the duration measured here may differ slightly from the server's. */
export function toAudioRequest(settings: EditSettings, trim: TimeRange) {
  return {
    outputFormat: settings.outputFormat,
    trimStart: trim.from,
    ...(Number.isFinite(trim.to) ? { trimEnd: trim.to } : {}),
    volume: settings.volumePercent / 100,
    normalize: settings.isNormalized,
    removeSilence: settings.isSilenceRemoved,
    silenceThreshold: settings.thresholdDb,
    fadeIn: settings.fadeInSeconds,
    fadeOut: settings.fadeOutSeconds,
  }
}

export function toSavedAudioSettings(
  settings: EditSettings,
  trim: TimeRange,
): Record<string, string | number> {
  const { isNormalized, isSilenceRemoved, ...rest } = settings
  return {
    ...rest,
    isNormalized: Number(isNormalized),
    isSilenceRemoved: Number(isSilenceRemoved),
    trimStart: trim.from,
    ...(Number.isFinite(trim.to) ? { trimEnd: trim.to } : {}),
  }
}

/** Settings saved on an earlier visit; values that are no longer offered fall back to the defaults. */
export function readSavedAudioSettings(): EditSettings {
  const { options } = readSavedWork(editorToolId)
  const numberOf = (name: 'volumePercent' | 'thresholdDb' | 'fadeInSeconds' | 'fadeOutSeconds') => {
    const value = options[name]
    return typeof value === 'number' ? value : defaultAudioSettings[name]
  }
  return {
    volumePercent: numberOf('volumePercent'),
    isNormalized: options.isNormalized === 1,
    isSilenceRemoved: options.isSilenceRemoved === 1,
    thresholdDb: numberOf('thresholdDb'),
    fadeInSeconds: numberOf('fadeInSeconds'),
    fadeOutSeconds: numberOf('fadeOutSeconds'),
    outputFormat:
      editedAudioOutputs.find(format => format === options.outputFormat) ?? defaultAudioSettings.outputFormat,
  }
}

export function readSavedTrim(): TimeRange {
  const { options } = readSavedWork(editorToolId)
  const { trimStart, trimEnd } = options
  return {
    from: typeof trimStart === 'number' ? trimStart : fullTrim.from,
    to: typeof trimEnd === 'number' ? trimEnd : fullTrim.to,
  }
}
