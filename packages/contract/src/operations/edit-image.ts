/** POST /api/edit/image: adjusts, filters, crops, rotates and resizes an image, with the same result as the editor in the browser. */
import { z } from 'zod'
import { bytesPerMegabyte } from '../bytes.ts'
import { defaultImageEdit, editBounds, imageFilters, maxEditedSide } from '../image-edit/settings.ts'
import { convertImage } from './convert-image.ts'
import { defineOperation } from './operation.ts'
import { booleanField, numberField } from './option-fields.ts'

export const editedOutputs = ['png', 'jpg', 'webp', 'avif', 'tiff'] as const

const { brightness, contrast, saturation, blur, rotate } = editBounds
const percent = { min: 0, max: 100 }
const side = { min: 0, max: maxEditedSide, isWhole: true }
const defaults = defaultImageEdit

export const editImage = defineOperation({
  path: '/api/edit/image',
  label: 'Image editing',
  fileKind: 'image',
  takes: 'one-file',
  inputs: convertImage.inputs,
  outputs: editedOutputs,
  output: { by: 'option', format: ({ outputFormat }) => outputFormat },
  options: z.object({
    outputFormat: z
      .enum(editedOutputs, { error: `Output format must be one of: ${editedOutputs.join(', ')}.` })
      .default('png'),
    quality: numberField('Quality', { min: 1, max: 100, isWhole: true })
      .prefault(90)
      .describe('For jpg, webp and avif; ignored for png and tiff.'),
    brightness: numberField('Brightness', brightness).prefault(defaults.brightness).describe('In percent.'),
    contrast: numberField('Contrast', contrast).prefault(defaults.contrast).describe('In percent.'),
    saturation: numberField('Saturation', saturation).prefault(defaults.saturation).describe('In percent.'),
    blur: numberField('Blur', blur).prefault(defaults.blur).describe('In thousandths of the longer side.'),
    rotate: numberField('Rotate', rotate).prefault(defaults.rotate).describe('In degrees, clockwise.'),
    flipHorizontal: booleanField('flipHorizontal', defaults.flipHorizontal),
    flipVertical: booleanField('flipVertical', defaults.flipVertical),
    cropX: numberField('cropX', percent)
      .prefault(defaults.cropX)
      .describe('In percent of the rotated image, like the other crop values; clipped at its edge.'),
    cropY: numberField('cropY', percent).prefault(defaults.cropY),
    cropWidth: numberField('cropWidth', percent).prefault(defaults.cropWidth),
    cropHeight: numberField('cropHeight', percent).prefault(defaults.cropHeight),
    filter: z
      .enum(imageFilters, { error: `Filter must be one of: ${imageFilters.join(', ')}.` })
      .default(defaults.filter),
    resizeWidth: numberField('resizeWidth', side)
      .prefault(defaults.resizeWidth)
      .describe('0 keeps the size.'),
    resizeHeight: numberField('resizeHeight', side).prefault(defaults.resizeHeight),
    maintainAspectRatio: booleanField('maintainAspectRatio', defaults.maintainAspectRatio),
  }),
  nameSuffix: () => '-edited',
  stepOptions: ({ outputFormat: _, ...settings }) => settings,
  queueClass: 'short',
  maxBytes: 20 * bytesPerMegabyte,
})
