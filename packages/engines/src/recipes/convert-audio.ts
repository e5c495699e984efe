/** POST /api/convert/audio: options to steps. */
import { describeRoute, type Recipe } from './recipe.ts'

export const convertAudioRecipe: Recipe = (route, { quality, isExtraction }) =>
  describeRoute(route, { quality: String(quality), isExtraction: isExtraction === true })
