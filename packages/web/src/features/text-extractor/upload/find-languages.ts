/** Filters languages by name or code; prefix matches come first. */

export interface OcrLanguage {
  readonly code: string
  readonly name: string
}

export function findLanguages(languages: readonly OcrLanguage[], text: string): readonly OcrLanguage[] {
  const query = normalized(text)
  if (query === '') return languages
  const found = languages.filter(({ code, name }) => normalized(name).includes(query) || code === query)
  const isPrefixMatch = ({ code, name }: OcrLanguage) => normalized(name).startsWith(query) || code === query
  return [...found.filter(isPrefixMatch), ...found.filter(language => !isPrefixMatch(language))]
}

/** Lowercase without accents: 'bokmal' finds 'Norwegian Bokmål'. */
function normalized(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
