/** Checks a selected document and returns the error message of the translator. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { type ChosenFile, checkFiles } from '@filesmith/contract/check-files'
import { translateMessages } from '@filesmith/contract/messages/translate'
import { documentExtensions } from './document-settings.ts'

/** Undefined if the document is accepted. */
export function checkDocument(file: ChosenFile, maxBytes: number): string | undefined {
  const checked = checkFiles([file], { accept: documentExtensions, isMultiple: false, maxBytes })
  if (checked.isAccepted) return undefined
  if (checked.reason === 'too-large') return translateMessages.documentTooLarge(toMegabytes(maxBytes))
  return checked.reason === 'wrong-type' ? translateMessages.wrongDocument : checked.message
}
