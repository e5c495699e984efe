/** POST /api/subtitle/video: the subtitles and what to do with them to the step that writes the film. */
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const addSubtitlesStepOptions: BuildStepOptions = (route, { subtitles, way }) =>
  describeRoute(route, { subtitles: String(subtitles), way: String(way) })
