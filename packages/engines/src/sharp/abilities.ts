/** Abilities of the sharp engine, including the built-in readers and writers of formats that libvips does not know. */
import type { FormatId } from '@filesmith/contract/formats'
import { convertImage } from '@filesmith/contract/operations/convert-image'
import { editImage } from '@filesmith/contract/operations/edit-image'
import { resizeImage } from '@filesmith/contract/operations/resize-image'
import { defineAbility } from '../ability.ts'
import { heifOutputs } from '../heif/abilities.ts'
import { faviconWork, imageStepOptions, resizeWork } from '../image-request.ts'
import { magickOutputs } from '../magick/abilities.ts'

/** Lossless formats first: results of intermediate steps arrive in one of these. */
const readable: readonly FormatId[] = ['png', ...convertImage.inputs.filter(format => format !== 'png')]

const writtenByOthers: readonly FormatId[] = [...magickOutputs, ...heifOutputs]

/** Everything that no other engine writes, partly with built-in writers. */
const isWrittenBySharp = (format: FormatId) => !writtenByOthers.includes(format)

export const sharpConvert = defineAbility({
  id: 'sharp-convert',
  engine: 'sharp',
  from: readable,
  to: convertImage.outputs.filter(isWrittenBySharp),
  cost: 1,
  options: imageStepOptions,
})

export const sharpEdit = defineAbility({
  id: 'sharp-edit',
  engine: 'sharp',
  from: readable,
  to: editImage.outputs,
  cost: 1,
  operation: 'edit-image',
  options: editImage.options.omit({ outputFormat: true }),
})

export const sharpFavicons = defineAbility({
  id: 'sharp-favicons',
  engine: 'sharp',
  from: readable,
  to: ['zip'],
  cost: 1,
  operation: 'create-favicons',
  options: faviconWork,
})

export const sharpResize = defineAbility({
  id: 'sharp-resize',
  engine: 'sharp',
  from: readable,
  to: resizeImage.outputs.filter(isWrittenBySharp),
  cost: 1,
  operation: 'resize-image',
  options: resizeWork.extend(imageStepOptions.shape),
})
