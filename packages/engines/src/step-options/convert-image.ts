/** POST /api/convert/image: options to steps. */
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const convertImageStepOptions: BuildStepOptions = (route, { quality }) =>
  describeRoute(route, { quality: String(quality) })
