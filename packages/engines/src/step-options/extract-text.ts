/** Step options of POST /api/extract/text: OCR settings for the recognition step. */
import { ocrOptionsSchema } from '@filesmith/contract/ocr-options'
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const extractTextStepOptions: BuildStepOptions = (route, { options }) =>
  describeRoute(route, ocrOptionsSchema.parse(options))
