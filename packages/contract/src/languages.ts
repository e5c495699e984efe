/** Languages for translation and transcription, in the order in which they are offered. */

export const translationLanguages = {
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  it: 'Italian',
  pt: 'Portuguese',
  ru: 'Russian',
  zh: 'Chinese (Simplified)',
  ja: 'Japanese',
  ko: 'Korean',
  ar: 'Arabic',
  hi: 'Hindi',
} as const

export type LanguageId = keyof typeof translationLanguages

export const languageIds = Object.keys(translationLanguages) as [LanguageId, ...LanguageId[]]

/** Requested instead of a language to detect it. */
export const detectedLanguage = 'auto'

const { hi: _notSpoken, ...spoken } = translationLanguages

/** Languages for transcription. */
export const speechLanguages = { ...spoken, zh: 'Chinese' } as const

export type SpeechLanguageId = keyof typeof speechLanguages

export const speechLanguageIds = Object.keys(speechLanguages) as [SpeechLanguageId, ...SpeechLanguageId[]]

/** Right-to-left scripts. */
export function isRightToLeft(language: string): boolean {
  return language === 'ar'
}
