/** Step options of POST /api/convert/image with a size: the size for the resize step, quality and file size for the last. */
import { resizeImage } from '@filesmith/contract/operations/resize-image'
import type { BuildStepOptions } from './build-step-options.ts'

export const resizeImageStepOptions: BuildStepOptions = (route, options) => {
  const {
    outputFormat: _,
    maintainAspectRatio,
    mode,
    ...settings
  } = resizeImage.options.parse({
    ...options,
    outputFormat: 'original',
  })
  const size = { ...settings, mode: mode ?? (maintainAspectRatio ? 'fit' : 'exact') }
  return route.map(({ ability, from, to }, index) => {
    const isLast = index === route.length - 1
    const isResize = ability.id === 'sharp-resize'
    return {
      ability: ability.id,
      from,
      to,
      options: {
        ...(isResize ? size : { quality: settings.quality, maxKilobytes: settings.maxKilobytes }),
        ...(isLast ? {} : { isIntermediate: true }),
      },
    }
  })
}
