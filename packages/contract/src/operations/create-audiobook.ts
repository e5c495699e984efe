/** POST /api/create/audiobook: joins audio files, in their order, to an M4B with a chapter for each. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { audioFiles } from './media-calls.ts'
import { defineOperation } from './operation.ts'

const audiobookBitrates = ['256', '192', '128', '96', '64'] as const
export const maxAudiobookFiles = 200
const maxTitleCharacters = 200

const textField = (name: string) => {
  const error = `${name} must have at most ${maxTitleCharacters} characters.`
  return z.string({ error }).trim().max(maxTitleCharacters, { error }).default('')
}

export const createAudiobook = defineOperation({
  path: '/api/create/audiobook',
  label: 'Audiobook creation',
  fileKind: 'audio',
  noFile: 'Please select the audio files of the book first',
  takes: 'several-files',
  maxFiles: maxAudiobookFiles,
  countsAsOne: true,
  inputs: audioFiles,
  outputs: ['m4b'],
  output: { by: 'option', format: () => 'm4b' },
  options: z.object({
    title: textField('title').describe('Default: the album of the first file, or its name.'),
    author: textField('author').describe('Default: the artist of the first file.'),
    bitrate: z
      .enum(audiobookBitrates, { error: `bitrate must be one of: ${audiobookBitrates.join(', ')}.` })
      .optional()
      .describe('In kbps. Default: AAC is copied, everything else gets 128, never more than the source has.'),
  }),
  stepOptions: options => options,
  queueClass: 'long',
  maxBytes: 200 * bytesPerMegabyte,
})
