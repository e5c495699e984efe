/** What the server is asked for: the settings that count for such files, and the files in their order. */
import { gifBounds } from '@filesmith/contract/operations/create-gif'
import { uploadedFilesOf } from '../../lib/file-list/listed-file.ts'
import type { GifSettings } from './gif-settings.ts'
import { type ImageDelays, writeDelays } from './images/image-delays.ts'
import { mayMove } from './kind-of-files.ts'
import type { Source } from './use-source.ts'

export function gifCall(
  { kind, files }: Pick<Source, 'kind' | 'files'>,
  settings: GifSettings,
  delays: ImageDelays,
) {
  const { startTime, duration, ...rest } = settings
  return {
    ...rest,
    ...(kind === 'film' ? { startTime, duration } : { delays: writeDelays(files, delays, rest.fps) }),
    ...(kind === 'pictures' && mayMove(files) ? { duration: gifBounds.duration.max } : {}),
    files: uploadedFilesOf(files).map(({ uploadId }) => ({ uploadId })),
  }
}
