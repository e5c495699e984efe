/** POST /api/extract/video-text: transcribes the speech of a video. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { detectedLanguage, speechLanguageIds } from '../languages.ts'
import { videoTextMessages } from '../messages/video-text.ts'
import { booleanField } from './boolean-field.ts'
import { extractionInputs } from './convert-audio.ts'
import { defineOperation } from './operation.ts'

const languages = [detectedLanguage, ...speechLanguageIds] as const

export const extractVideoText = defineOperation({
  path: '/api/extract/video-text',
  label: 'Video to text',
  fileKind: 'text',
  noFile: videoTextMessages.noFile,
  inputs: extractionInputs,
  outputs: ['txt'],
  outputFor: () => 'txt',
  answers: 'text',
  options: z.object({
    language: z
      .enum(languages, { error: `Language must be one of: ${languages.join(', ')}.` })
      .default('en')
      .describe('The spoken language; auto detects it.'),
    includeTimestamps: booleanField('includeTimestamps', true),
  }),
  queueClass: 'long',
  maxBytes: 100 * bytesPerMegabyte,
})
