/** Transcription settings: spoken language and timestamps, with defaults and localStorage form. */
import { detectedLanguage, type SpeechLanguageId, speechLanguageIds } from '@filesmith/contract/languages'
import { readSavedWork } from '../../../lib/job/saved-work.ts'
import { videoTextToolId } from '../video-text-tool-id.ts'

export type AudioLanguage = SpeechLanguageId | typeof detectedLanguage

export const audioLanguages: readonly AudioLanguage[] = [detectedLanguage, ...speechLanguageIds]

export interface SpeechSettings {
  readonly language: AudioLanguage
  readonly hasTimestamps: boolean
}

export const defaultSpeechSettings: SpeechSettings = { language: 'en', hasTimestamps: true }

export function readSavedSpeechSettings(): SpeechSettings {
  const { options } = readSavedWork(videoTextToolId)
  return {
    language: audioLanguages.find(id => id === options.language) ?? defaultSpeechSettings.language,
    hasTimestamps: options.includeTimestamps !== 'false',
  }
}

/** In the form of the API and of localStorage. */
export function toSpeechFields({ language, hasTimestamps }: SpeechSettings) {
  return { language, includeTimestamps: hasTimestamps ? 'true' : 'false' } as const
}
