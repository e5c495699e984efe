/** Which languages a document is translated between, and how the choice is found again after a reload. */
import { readSavedFiles } from '../../lib/file-list/saved-files.ts'
import { asLanguage, type LanguagePair, usualPair } from './language-pair.ts'

export const documentToolId = 'translate-document'

export const documentExtensions = '.pdf,.doc,.docx,.txt'

function savedPair(): LanguagePair | undefined {
  const { options } = readSavedFiles(documentToolId)
  const source = asLanguage(options?.sourceLanguage)
  const target = asLanguage(options?.targetLanguage)
  return source && target && source !== target ? { source, target } : undefined
}

export function firstPair(): LanguagePair {
  return savedPair() ?? usualPair
}
