/** The files of one of Mozilla's translation models, as they lie in a folder named after its pair (`ende` or `en-de`). */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { languageIds } from '@filesmith/contract/languages'
import type { LanguagePair } from '../../sentence-translator.ts'

export interface ModelFiles {
  readonly folder: string
  /** Names of files; each may end in `.gz`. */
  readonly model: string
  readonly lexicon: string
  /** One for both languages, or the source's and the target's. */
  readonly vocabularies: readonly string[]
}

export interface FoundModel extends LanguagePair {
  readonly files: ModelFiles
}

export function pairOfName(name: string): LanguagePair | undefined {
  const [, first, second] = name.match(/^([a-z]{2})-?([a-z]{2})$/) ?? []
  const from = languageIds.find(id => id === first)
  const to = languageIds.find(id => id === second)
  return from && to && from !== to ? { from, to } : undefined
}

/** Every complete model below the folder; half-fetched ones have other names and are not seen. */
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

export function modelFilesAmong(folder: string, names: readonly string[]): ModelFiles | undefined {
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
