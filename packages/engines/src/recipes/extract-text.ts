/** POST /api/extract/text: the switches to the step that reads. */
import { ocrOptionsSchema } from '@filesmith/contract/ocr-options'
import { describeRoute, type Recipe } from './recipe.ts'

export const extractTextRecipe: Recipe = (route, { options }) =>
  describeRoute(route, ocrOptionsSchema.parse(options))
