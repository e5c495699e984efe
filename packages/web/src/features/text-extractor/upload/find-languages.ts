/** Languages whose name or code fits what was typed; those that begin with it first. */

export interface OcrLanguage {
  readonly code: string
  readonly name: string
}

export function findLanguages(languages: readonly OcrLanguage[], text: string): readonly OcrLanguage[] {
  const wanted = plain(text)
  if (wanted === '') return languages
  const found = languages.filter(({ code, name }) => plain(name).includes(wanted) || code === wanted)
  const begins = ({ code, name }: OcrLanguage) => plain(name).startsWith(wanted) || code === wanted
  return [...found.filter(begins), ...found.filter(language => !begins(language))]
}

/** Without accents and capitals: 'Norwegian Bokmål' is found by 'bokmal'. */
function plain(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
