/** Joins the translated parts of a sentence. */

export interface TranslatedPart {
  readonly source: string
  readonly translation: string
}

const languagesWithoutSpaces: ReadonlySet<string> = new Set(['zh', 'ja'])
const fullStop = /[.。।]$/u
const comma = /[,，、،]$/u

export function joinParts(parts: readonly TranslatedPart[], target: string): string {
  const isDense = languagesWithoutSpaces.has(target)
  return parts
    .map(({ source, translation }, index) =>
      index === parts.length - 1 ? translation : asPartial(source, translation, isDense ? '，' : ','),
    )
    .filter(Boolean)
    .join(isDense ? '' : ' ')
}

/** The model ends every part with a period; restores the punctuation of the source. */
function asPartial(source: string, translation: string, mark: string): string {
  if (fullStop.test(source) || !fullStop.test(translation)) return translation
  return translation.replace(fullStop, comma.test(source) ? mark : '')
}
