/** Step options of POST /api/create-gif. */
import { createGif } from '@filesmith/contract/operations/create-gif'
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const createGifStepOptions: BuildStepOptions = (route, options) => {
  const { outputFormat: _, ...settings } = createGif.options.parse(options)
  return describeRoute(route, settings)
}
