/** What a language is called, also one that nobody offers but that was heard. */
import { speechLanguages } from '@filesmith/contract/languages'

export function languageName(code: string): string {
  const known = Object.entries(speechLanguages).find(([id]) => id === code)?.[1]
  if (known) return known
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
