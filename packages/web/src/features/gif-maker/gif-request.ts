/** Builds the create-gif request: the settings that apply to the kind of source, and the files in order. */
import { gifBounds } from '@filesmith/contract/operations/create-gif'
import { uploadedFilesOf } from '../../lib/file-list/listed-file.ts'
import type { GifSettings } from './gif-settings.ts'
import { formatDelays, type ImageDelays } from './images/image-delays.ts'
import { mayBeAnimated } from './source-kind.ts'
import type { GifSource } from './use-gif-source.ts'

export function toGifRequest(
  { kind, files }: Pick<GifSource, 'kind' | 'files'>,
  settings: GifSettings,
  delays: ImageDelays,
) {
  const { startTime, duration, ...rest } = settings
  return {
    ...rest,
    ...(kind === 'video' ? { startTime, duration } : { delays: formatDelays(files, delays, rest.fps) }),
    ...(kind === 'images' && mayBeAnimated(files) ? { duration: gifBounds.duration.max } : {}),
    files: uploadedFilesOf(files).map(({ uploadId }) => ({ uploadId })),
  }
}
