/** Step options of POST /api/subtitle/video: subtitles and mode for the step that writes the video. */
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const addSubtitlesStepOptions: BuildStepOptions = (route, { subtitles, way }) =>
  describeRoute(route, { subtitles: String(subtitles), way: String(way) })
