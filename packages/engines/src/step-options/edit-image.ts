/** Step options of POST /api/edit/image. */
import { editImage } from '@filesmith/contract/operations/edit-image'
import { type BuildStepOptions, describeRoute } from './build-step-options.ts'

export const editImageStepOptions: BuildStepOptions = (route, options) => {
  const { outputFormat: _, ...settings } = editImage.options.parse(options)
  return describeRoute(route, settings)
}
