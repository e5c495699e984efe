/** POST /api/compress/files: options to steps. The password is not among them. */
import { describeRoute, type Recipe } from './recipe.ts'

export const compressFilesRecipe: Recipe = (route, { compressionLevel }) =>
  describeRoute(route, { level: Number(compressionLevel) })
