/** Languages of the document translation, and their form in localStorage. */
import { readSavedWork } from '../../lib/job/saved-work.ts'
import { asLanguage, defaultPair, type LanguagePair } from './language-pair.ts'

export const documentToolId = 'translate-document'

export const documentExtensions = '.pdf,.doc,.docx,.txt'

function readSavedPair(): LanguagePair | undefined {
  const { options } = readSavedWork(documentToolId)
  const source = asLanguage(options.sourceLanguage)
  const target = asLanguage(options.targetLanguage)
  return source && target && source !== target ? { source, target } : undefined
}

export function initialPair(): LanguagePair {
  return readSavedPair() ?? defaultPair
}
