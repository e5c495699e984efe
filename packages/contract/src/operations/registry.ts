/** All operations by id; server routes, abilities and tools are keyed by it. */
import { addSubtitles } from './add-subtitles.ts'
import { compressFiles } from './compress-files.ts'
import { convertAudio } from './convert-audio.ts'
import { convertDocument } from './convert-document.ts'
import { convertImage } from './convert-image.ts'
import { convertPdf } from './convert-pdf.ts'
import { convertVideo } from './convert-video.ts'
import { createGif } from './create-gif.ts'
import { createQrCode } from './create-qr-code.ts'
import { editAudio } from './edit-audio.ts'
import { editImage } from './edit-image.ts'
import { extractText } from './extract-text.ts'
import { extractVideoText } from './extract-video-text.ts'
import type { Operation } from './operation.ts'
import { pdfOperations } from './pdf/registry.ts'
import { resizeImage } from './resize-image.ts'
import { translateDocument } from './translate-document.ts'

export const operations = {
  'convert-image': convertImage,
  'convert-video': convertVideo,
  'convert-audio': convertAudio,
  'convert-pdf': convertPdf,
  'convert-document': convertDocument,
  'compress-files': compressFiles,
  'extract-text': extractText,
  'extract-video-text': extractVideoText,
  'translate-document': translateDocument,
  'add-subtitles': addSubtitles,
  'resize-image': resizeImage,
  'edit-image': editImage,
  'edit-audio': editAudio,
  'create-gif': createGif,
  'create-qr-code': createQrCode,
  ...pdfOperations,
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations

export const operationIds = Object.keys(operations) as [OperationId, ...OperationId[]]
