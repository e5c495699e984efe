/** POST /api/create/favicons: the icons of a website from one image, as a ZIP archive. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { convertImage } from './convert-image.ts'
import { defineOperation } from './operation.ts'
import { colorField } from './option-fields.ts'

const outputs = ['zip'] as const
const maxSiteNameCharacters = 60

export const createFavicons = defineOperation({
  path: '/api/create/favicons',
  label: 'Favicon creation',
  fileKind: 'image',
  takes: 'one-file',
  inputs: convertImage.inputs,
  outputs,
  output: { by: 'option', format: () => 'zip' },
  options: z.object({
    name: z
      .string({ error: 'Name must be string.' })
      .trim()
      .max(maxSiteNameCharacters, { error: `Name can have up to ${maxSiteNameCharacters} characters.` })
      .default('')
      .describe('Name of the website in its manifest. Default: empty.'),
    background: colorField('Background')
      .default('#ffffff')
      .describe('Behind the image on home screens, which show no transparency; also the theme color.'),
  }),
  nameSuffix: () => '-favicons',
  stepOptions: ({ name, background }) => ({ siteName: name, background }),
  queueClass: 'short',
  maxBytes: 50 * bytesPerMegabyte,
})
