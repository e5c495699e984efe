/** What is asked for of a film: the language spoken in it, and whether its text shall have time marks. */
import { detectedLanguage, type SpeechLanguageId, speechLanguageIds } from '@filesmith/contract/languages'
import { readSavedFiles } from '../../../lib/file-list/saved-files.ts'
import { videoTextToolId } from '../video-text-tool-id.ts'

export type AudioLanguage = SpeechLanguageId | typeof detectedLanguage

export const audioLanguages: readonly AudioLanguage[] = [detectedLanguage, ...speechLanguageIds]

export interface SpeechSettings {
  readonly language: AudioLanguage
  readonly hasTimestamps: boolean
}

export const defaultSettings: SpeechSettings = { language: 'en', hasTimestamps: true }

export function savedSettings(): SpeechSettings {
  const { options } = readSavedFiles(videoTextToolId)
  return {
    language: audioLanguages.find(id => id === options?.language) ?? defaultSettings.language,
    hasTimestamps: options?.includeTimestamps !== 'false',
  }
}

/** As the call and the browser's store have it. */
export function fieldsOf({ language, hasTimestamps }: SpeechSettings) {
  return { language, includeTimestamps: hasTimestamps ? 'true' : 'false' } as const
}
