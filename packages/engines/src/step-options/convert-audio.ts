/** Step options of POST /api/convert/audio. */
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const convertAudioStepOptions: BuildStepOptions = (route, { quality, isExtraction }) =>
  describeRoute(route, { quality: String(quality), isExtraction: isExtraction === true })
