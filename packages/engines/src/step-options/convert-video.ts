/** Step options of POST /api/convert/video. */
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const convertVideoStepOptions: BuildStepOptions = (route, { quality }) =>
  describeRoute(route, { quality: String(quality) })
