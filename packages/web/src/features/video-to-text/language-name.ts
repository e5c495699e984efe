/** English name of a language, also of one that was detected but is not offered. */
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
