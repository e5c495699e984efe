/** The languages of the translator and of speech, in the order they are offered. */

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

/** Asked for in place of a language: the sound itself says which. */
export const detectedLanguage = 'auto'

const { hi: _notSpoken, ...spoken } = translationLanguages

/** What a film may be spoken in. */
export const speechLanguages = { ...spoken, zh: 'Chinese' } as const

export type SpeechLanguageId = keyof typeof speechLanguages

export const speechLanguageIds = Object.keys(speechLanguages) as [SpeechLanguageId, ...SpeechLanguageId[]]

/** Written from right to left. */
export function isRightToLeft(language: string): boolean {
  return language === 'ar'
}
