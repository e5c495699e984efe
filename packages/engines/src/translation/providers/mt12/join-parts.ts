/** Puts the translated parts of one sentence together again. */

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
      index === parts.length - 1 ? translation : asBeginning(source, translation, isDense ? '，' : ','),
    )
    .filter(Boolean)
    .join(isDense ? '' : ' ')
}

/** A model that sees half a sentence ends it with a full stop; the half goes on as its source did. */
function asBeginning(source: string, translation: string, mark: string): string {
  if (fullStop.test(source) || !fullStop.test(translation)) return translation
  return translation.replace(fullStop, comma.test(source) ? mark : '')
}
