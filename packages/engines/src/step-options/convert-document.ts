/** POST /api/convert/pdf and /api/convert/document: options to steps. */
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const convertDocumentStepOptions: BuildStepOptions = (route, { quality }) =>
  describeRoute(route, { quality: String(quality) })
