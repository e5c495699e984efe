/** POST /api/extract/text: the switches to the step that reads. */
import { ocrOptionsSchema } from '@filesmith/contract/ocr-options'
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const extractTextStepOptions: BuildStepOptions = (route, { options }) =>
  describeRoute(route, ocrOptionsSchema.parse(options))
