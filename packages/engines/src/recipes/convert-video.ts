/** POST /api/convert/video: options to steps. */
import { describeRoute, type Recipe } from './recipe.ts'

export const convertVideoRecipe: Recipe = (route, { quality }) =>
  describeRoute(route, { quality: String(quality) })
