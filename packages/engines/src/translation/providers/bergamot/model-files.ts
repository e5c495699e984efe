/** Files of a Mozilla translation model in a folder named after its pair (`ende` or `en-de`). */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { languageIds } from '@filesmith/contract/languages'
import type { LanguagePair } from '../../sentence-translator.ts'

export interface BergamotModelFiles {
  readonly folder: string
  /** File names; each may end in `.gz`. */
  readonly model: string
  readonly lexicon: string
  /** One shared vocabulary, or those of the source and the target. */
  readonly vocabularies: readonly string[]
}

export interface FoundModel extends LanguagePair {
  readonly files: BergamotModelFiles
}

export function pairOfName(name: string): LanguagePair | undefined {
  const [, first, second] = name.match(/^([a-z]{2})-?([a-z]{2})$/) ?? []
  const from = languageIds.find(id => id === first)
  const to = languageIds.find(id => id === second)
  return from && to && from !== to ? { from, to } : undefined
}

/** All complete models below the folder; incomplete downloads have other names and are ignored. */
export async function findModels(folder: string): Promise<FoundModel[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name): Promise<FoundModel | undefined> => {
      const pair = pairOfName(name)
      const path = join(folder, name)
      const files = pair && modelFilesAmong(path, await readdir(path).catch(() => []))
      return files && { ...pair, files }
    }),
  )
  return found.filter(model => model !== undefined)
}

export function modelFilesAmong(folder: string, names: readonly string[]): BergamotModelFiles | undefined {
  const find = (pattern: RegExp) => names.find(name => pattern.test(name))
  const model = find(/^model\..*\.bin(?:\.gz)?$/)
  const lexicon = find(/^lex\..*\.bin(?:\.gz)?$/)
  const shared = find(/^vocab\..*\.spm(?:\.gz)?$/)
  const source = find(/^srcvocab\..*\.spm(?:\.gz)?$/)
  const target = find(/^trgvocab\..*\.spm(?:\.gz)?$/)
  const vocabularies = shared ? [shared] : [source, target].filter(name => name !== undefined)
  const hasVocabulary = shared !== undefined || vocabularies.length === 2
  return model && lexicon && hasVocabulary ? { folder, model, lexicon, vocabularies } : undefined
}
