/** What shall be done to the recording beside trimming it, and how the call and the browser's store have it. */
import {
  editedAudioOutputs,
  maxFadeSeconds,
  silenceThreshold,
} from '@filesmith/contract/operations/edit-audio'
import { readSavedFiles } from '../../../lib/file-list/saved-files.ts'
import type { Stretch } from './stretch.ts'
import { wholeTrim } from './trim.ts'

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

export const defaultSettings: EditSettings = {
  volumePercent: 100,
  isNormalized: false,
  isSilenceRemoved: false,
  thresholdDb: silenceThreshold.usual,
  fadeInSeconds: 0,
  fadeOutSeconds: 0,
  outputFormat: 'mp3',
}

/** Without an end, the recording goes on to its own: the page may know its length a little less well than the server. */
export function fieldsOf(settings: EditSettings, trim: Stretch) {
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

export function toSaved(settings: EditSettings, trim: Stretch): Record<string, string | number> {
  const { isNormalized, isSilenceRemoved, ...rest } = settings
  return {
    ...rest,
    isNormalized: Number(isNormalized),
    isSilenceRemoved: Number(isSilenceRemoved),
    trimStart: trim.from,
    ...(Number.isFinite(trim.to) ? { trimEnd: trim.to } : {}),
  }
}

/** Those of an earlier visit, as far as they are still offered. */
export function savedSettings(): EditSettings {
  const { options = {} } = readSavedFiles(editorToolId)
  const numberOf = (name: 'volumePercent' | 'thresholdDb' | 'fadeInSeconds' | 'fadeOutSeconds') => {
    const value = options[name]
    return typeof value === 'number' ? value : defaultSettings[name]
  }
  return {
    volumePercent: numberOf('volumePercent'),
    isNormalized: options.isNormalized === 1,
    isSilenceRemoved: options.isSilenceRemoved === 1,
    thresholdDb: numberOf('thresholdDb'),
    fadeInSeconds: numberOf('fadeInSeconds'),
    fadeOutSeconds: numberOf('fadeOutSeconds'),
    outputFormat:
      editedAudioOutputs.find(format => format === options.outputFormat) ?? defaultSettings.outputFormat,
  }
}

export function savedTrim(): Stretch {
  const { options = {} } = readSavedFiles(editorToolId)
  const { trimStart, trimEnd } = options
  return {
    from: typeof trimStart === 'number' ? trimStart : wholeTrim.from,
    to: typeof trimEnd === 'number' ? trimEnd : wholeTrim.to,
  }
}
