/** POST /api/edit/image: a picture with its light, colours, place and size changed, as the editor on the page would change it. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { editBounds, imageFilters, maxEditedSide, usualImageEdit } from '../image-edit/settings.ts'
import { booleanField } from './boolean-field.ts'
import { convertImage } from './convert-image.ts'
import { numberField } from './number-field.ts'
import { defineOperation } from './operation.ts'

export const editedOutputs = ['png', 'jpg', 'webp', 'avif', 'tiff'] as const

const { brightness, contrast, saturation, blur, rotate } = editBounds
const percent = { min: 0, max: 100 }
const side = { min: 0, max: maxEditedSide, isWhole: true }
const usual = usualImageEdit

export const editImage = defineOperation({
  path: '/api/edit/image',
  label: 'Image editing',
  fileKind: 'image',
  inputs: convertImage.inputs,
  outputs: editedOutputs,
  options: z.object({
    outputFormat: z
      .enum(editedOutputs, { error: `Output format must be one of: ${editedOutputs.join(', ')}.` })
      .default('png'),
    quality: numberField('Quality', { min: 1, max: 100, isWhole: true })
      .prefault(90)
      .describe('Of jpg, webp and avif; ignored for png and tiff.'),
    brightness: numberField('Brightness', brightness).prefault(usual.brightness).describe('In percent.'),
    contrast: numberField('Contrast', contrast).prefault(usual.contrast).describe('In percent.'),
    saturation: numberField('Saturation', saturation).prefault(usual.saturation).describe('In percent.'),
    blur: numberField('Blur', blur).prefault(usual.blur).describe('In thousandths of the longer side.'),
    rotate: numberField('Rotate', rotate).prefault(usual.rotate).describe('In degrees, clockwise.'),
    flipHorizontal: booleanField('flipHorizontal', usual.flipHorizontal),
    flipVertical: booleanField('flipVertical', usual.flipVertical),
    cropX: numberField('cropX', percent)
      .prefault(usual.cropX)
      .describe('In percent of the turned picture, as the other three; ends at its edge.'),
    cropY: numberField('cropY', percent).prefault(usual.cropY),
    cropWidth: numberField('cropWidth', percent).prefault(usual.cropWidth),
    cropHeight: numberField('cropHeight', percent).prefault(usual.cropHeight),
    filter: z
      .enum(imageFilters, { error: `Filter must be one of: ${imageFilters.join(', ')}.` })
      .default(usual.filter),
    resizeWidth: numberField('resizeWidth', side)
      .prefault(usual.resizeWidth)
      .describe('0 leaves it as it is.'),
    resizeHeight: numberField('resizeHeight', side).prefault(usual.resizeHeight),
    maintainAspectRatio: booleanField('maintainAspectRatio', usual.maintainAspectRatio),
  }),
  queueClass: 'short',
  maxBytes: 20 * bytesPerMegabyte,
})
