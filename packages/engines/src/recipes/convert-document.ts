/** POST /api/convert/pdf and /api/convert/document: options to steps. */
import { describeRoute, type Recipe } from './recipe.ts'

export const convertDocumentRecipe: Recipe = (route, { quality }) =>
  describeRoute(route, { quality: String(quality) })
