/** POST /api/extract/video-text: language and timestamps to the step that listens. */
import { describeRoute, type Recipe } from './recipe.ts'

export const extractVideoTextRecipe: Recipe = (route, { language, includeTimestamps }) =>
  describeRoute(route, { language: String(language), includeTimestamps: includeTimestamps === true })
