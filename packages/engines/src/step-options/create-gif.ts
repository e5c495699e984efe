/** POST /api/create-gif: every setting to the step that makes the moving picture. */
import { createGif } from '@filesmith/contract/operations/create-gif'
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const createGifStepOptions: BuildStepOptions = (route, options) => {
  const { outputFormat: _, ...settings } = createGif.options.parse(options)
  return describeRoute(route, settings)
}
