/** Step options of POST /api/extract/video-text: language and timestamps for the transcription step. */
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const extractVideoTextStepOptions: BuildStepOptions = (route, { language, includeTimestamps }) =>
  describeRoute(route, { language: String(language), includeTimestamps: includeTimestamps === true })
