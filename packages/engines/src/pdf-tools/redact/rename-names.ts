/** Gives names that hold a word other ones, the same everywhere, so that what refers to them by name stays together. */
import { comparable, type TextSearch } from './search-text.ts'
import { isStandardName } from './standard-names.ts'

export interface Renaming {
  /** Without its slash, with one character for each byte. */
  rename(name: string): string
  readonly count: number
}

/** A word can be one of them. */
const neutral = ['Redacted', 'R', 'X', 'Q', 'N'] as const
const subsetTag = /^[A-Z]{6}\+/

export function createRenaming(search: TextSearch): Renaming {
  const known = new Map<string, string>()
  let count = 0
  const newName = (name: string): string => {
    if (!nameHoldsWord(name, search)) return name
    count++
    const tags = [subsetTag.exec(name)?.[0] ?? '', '']
    const candidates = tags.flatMap(tag => neutral.map(start => `${tag}${start}${count}`))
    return candidates.find(candidate => !nameHoldsWord(candidate, search)) ?? `N${count}`
  }
  return {
    rename(name) {
      const renamed = known.get(name) ?? newName(name)
      known.set(name, renamed)
      return renamed
    },
    get count() {
      return count
    },
  }
}

/** Names of PDF itself hold none. */
export function nameHoldsWord(name: string, search: TextSearch): boolean {
  if (isStandardName(name)) return false
  const texts = [name, Buffer.from(name, 'latin1').toString('utf8')]
  return texts.some(text => search(comparable(text)).length > 0)
}
