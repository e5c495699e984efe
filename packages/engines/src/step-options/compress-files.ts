/** Step options of POST /api/compress/files. Excludes the password, which must not be stored. */
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const compressFilesStepOptions: BuildStepOptions = (route, { compressionLevel }) =>
  describeRoute(route, { level: Number(compressionLevel) })
