/** All operations by id; the server's routes, the recipes and the tools are keyed by it. */
import { compressFiles } from './compress-files.ts'
import { convertAudio } from './convert-audio.ts'
import { convertDocument } from './convert-document.ts'
import { convertImage } from './convert-image.ts'
import { convertPdf } from './convert-pdf.ts'
import { convertVideo } from './convert-video.ts'
import type { Operation } from './operation.ts'

export const operations = {
  'convert-image': convertImage,
  'convert-video': convertVideo,
  'convert-audio': convertAudio,
  'convert-pdf': convertPdf,
  'convert-document': convertDocument,
  'compress-files': compressFiles,
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations

export const operationIds = Object.keys(operations) as [OperationId, ...OperationId[]]
