/** POST /api/subtitle/video: the subtitles and what to do with them to the step that writes the film. */
import { describeRoute, type Recipe } from './recipe.ts'

export const addSubtitlesRecipe: Recipe = (route, { subtitles, way }) =>
  describeRoute(route, { subtitles: String(subtitles), way: String(way) })
