/** POST /api/convert/video: options to steps. */
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const convertVideoStepOptions: BuildStepOptions = (route, { quality }) =>
  describeRoute(route, { quality: String(quality) })
