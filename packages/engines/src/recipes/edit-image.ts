/** POST /api/edit/image: every setting to the step that draws. */
import { editImage } from '@filesmith/contract/operations/edit-image'
import { describeRoute, type Recipe } from './recipe.ts'

export const editImageRecipe: Recipe = (route, options) => {
  const { outputFormat: _, ...settings } = editImage.options.parse(options)
  return describeRoute(route, settings)
}
