/** Step options of POST /api/convert/pdf and /api/convert/document. */
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const convertDocumentStepOptions: BuildStepOptions = (route, { quality }) =>
  describeRoute(route, { quality: String(quality) })
