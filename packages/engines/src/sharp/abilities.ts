/** Abilities of the sharp engine, including the built-in BMP, ICO, APNG and PDF writers. */
import { editImage } from '@filesmith/contract/operations/edit-image'
import { defineAbility } from '../ability.ts'
import { imageStepOptions, resizeWork } from '../image-request.ts'

/** Lossless formats first: results of intermediate steps arrive in one of these. */
const readable = ['png', 'jpg', 'gif', 'webp', 'svg', 'apng', 'tiff', 'avif'] as const

export const sharpConvert = defineAbility({
  id: 'sharp-convert',
  engine: 'sharp',
  from: ['jpg', 'png', 'gif', 'webp', 'svg', 'apng', 'tiff', 'avif'],
  to: ['png', 'jpg', 'webp', 'gif', 'tiff', 'avif', 'bmp', 'ico', 'pdf'],
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

export const sharpResize = defineAbility({
  id: 'sharp-resize',
  engine: 'sharp',
  from: readable,
  to: ['png', 'jpg', 'webp', 'gif', 'tiff', 'avif', 'bmp', 'ico', 'apng'],
  cost: 1,
  operation: 'resize-image',
  options: resizeWork.extend(imageStepOptions.shape),
})
