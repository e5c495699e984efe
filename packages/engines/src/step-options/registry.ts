/** Step options builder of every operation; a missing one is a compile error. */
import type { OperationId } from '@filesmith/contract/operations/registry'
import { addSubtitlesStepOptions } from './add-subtitles.ts'
import type { BuildStepOptions } from './build-step-options.ts'
import { compressFilesStepOptions } from './compress-files.ts'
import { convertAudioStepOptions } from './convert-audio.ts'
import { convertDocumentStepOptions } from './convert-document.ts'
import { convertImageStepOptions } from './convert-image.ts'
import { convertVideoStepOptions } from './convert-video.ts'
import { createGifStepOptions } from './create-gif.ts'
import { editAudioStepOptions } from './edit-audio.ts'
import { editImageStepOptions } from './edit-image.ts'
import { extractTextStepOptions } from './extract-text.ts'
import { extractVideoTextStepOptions } from './extract-video-text.ts'
import { resizeImageStepOptions } from './resize-image.ts'
import { translateDocumentStepOptions } from './translate-document.ts'

export const stepOptionsBuilders = {
  'convert-image': convertImageStepOptions,
  'convert-video': convertVideoStepOptions,
  'convert-audio': convertAudioStepOptions,
  'convert-pdf': convertDocumentStepOptions,
  'convert-document': convertDocumentStepOptions,
  'compress-files': compressFilesStepOptions,
  'extract-text': extractTextStepOptions,
  'extract-video-text': extractVideoTextStepOptions,
  'translate-document': translateDocumentStepOptions,
  'add-subtitles': addSubtitlesStepOptions,
  'edit-image': editImageStepOptions,
  'edit-audio': editAudioStepOptions,
  'create-gif': createGifStepOptions,
  'resize-image': resizeImageStepOptions,
} as const satisfies Record<OperationId, BuildStepOptions>
