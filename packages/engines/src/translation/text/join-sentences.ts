/** Spacing between sentences in the target language. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { LanguagePair } from '../sentence-translator.ts'

export function isWrittenWithoutSpaces(language: LanguageId): boolean {
  return language === 'zh' || language === 'ja'
}

/** `gap` is the spacing in the source; anything but spaces is kept. */
export function gapBetween(gap: string, before: string, after: string, { from, to }: LanguagePair): string {
  if (/[^ \u00a0\u3000]/u.test(gap)) return gap
  if (isWrittenWithoutSpaces(to)) {
    const isWordToWord = /[\p{Script=Latin}\d]$/u.test(before) && /^[\p{Script=Latin}\d]/u.test(after)
    return isWordToWord && gap !== '' ? ' ' : ''
  }
  if (!isWrittenWithoutSpaces(from)) return gap
  return gap === '' ? ' ' : gap.replaceAll('\u3000', ' ')
}
