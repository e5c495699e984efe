/** POST /api/compress/files: options to steps. The password is not among them. */
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const compressFilesStepOptions: BuildStepOptions = (route, { compressionLevel }) =>
  describeRoute(route, { level: Number(compressionLevel) })
