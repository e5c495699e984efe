/** Step options of POST /api/convert/image. */
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const convertImageStepOptions: BuildStepOptions = (route, { quality }) =>
  describeRoute(route, { quality: String(quality) })
