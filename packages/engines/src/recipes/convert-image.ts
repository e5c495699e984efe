/** POST /api/convert/image: options to steps. */
import { describeRoute, type Recipe } from './recipe.ts'

export const convertImageRecipe: Recipe = (route, { quality }) =>
  describeRoute(route, { quality: String(quality) })
