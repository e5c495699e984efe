/** POST /api/create-gif: every setting to the step that makes the moving picture. */
import { createGif } from '@filesmith/contract/operations/create-gif'
import { describeRoute, type Recipe } from './recipe.ts'

export const createGifRecipe: Recipe = (route, options) => {
  const { outputFormat: _, ...settings } = createGif.options.parse(options)
  return describeRoute(route, settings)
}
