/** Maps language names returned by transcription servers to ISO 639 codes. */

const letters = 'abcdefghijklmnopqrstuvwxyz'

export function languageCode(name: string): string {
  const lower = name.trim().toLowerCase()
  return /^[a-z]{2,3}$/.test(lower) ? lower : (codesByName().get(lower) ?? lower)
}

let cached: ReadonlyMap<string, string> | undefined

function codesByName(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  cached ??= new Map(
    [...letters].flatMap(first =>
      [...letters].flatMap(second => {
        const name = names.of(first + second)?.toLowerCase()
        return name === undefined ? [] : [[name, first + second] as const]
      }),
    ),
  )
  return cached
}
