/** POST /api/translate/document: translates a document and keeps its layout. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { AppError } from '../errors.ts'
import { languageIds } from '../languages.ts'
import { translateMessages } from '../tools/translate/messages.ts'
import { defineOperation } from './operation.ts'
import { passwordField, unusedPassword } from './password-field.ts'

const language = z.enum(languageIds, {
  error: `Language must be one of: ${languageIds.join(', ')}.`,
})

/** Additional output of a translated PDF: the same as a Word document. */
export const translatedDocumentPart = 'translated.docx'

export const translateDocument = defineOperation({
  path: '/api/translate/document',
  label: 'Document translation',
  fileKind: 'document',
  noFile: translateMessages.noDocument,
  takes: 'one-file',
  inputs: ['pdf', 'docx', 'doc', 'txt'],
  outputs: ['pdf', 'docx', 'txt'],
  output: { by: 'input', format: (_options, from) => (from === 'doc' ? 'docx' : from) },
  options: z.object({ sourceLanguage: language, targetLanguage: language }),
  password: passwordField,
  languages: ({ sourceLanguage, targetLanguage }) => ({ from: sourceLanguage, to: targetLanguage }),
  nameSuffix: ({ targetLanguage }) => `.${targetLanguage}`,
  stepOptions: options => options,
  refuseFormats: (given, { password }) => unusedPassword(given, password),
  refusal: ({ options }) =>
    options.sourceLanguage === options.targetLanguage
      ? new AppError('invalid-request', { reason: 'Please choose two different languages.' })
      : undefined,
  queueClass: 'short',
  maxBytes: 5 * bytesPerMegabyte,
})
