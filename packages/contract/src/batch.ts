/** POST /api/batch-convert: converts several files of one kind to one format; inputs and outputs of each tab. */
import { bytesPerMegabyte } from './bytes.ts'
import type { FileKind, FormatId } from './formats.ts'
import { convertDocument } from './operations/convert-document.ts'
import { convertImage } from './operations/convert-image.ts'
import { audioInputs, videoInputs } from './operations/media-calls.ts'
import type { OperationId } from './operations/registry.ts'
import { homeImage } from './tools/home-image.ts'
import { extensionsOf } from './tools/tool.ts'

interface BatchKind {
  readonly label: string
  readonly fileKind: FileKind
  /** Operation for each file. */
  readonly operation: OperationId
  /** Highest quality, unless a batch of images asks for another. */
  readonly options: { readonly quality: string }
  /** MIME filter if one covers all formats, otherwise extensions. */
  readonly accept: string
  readonly extensions: readonly string[]
  /** Formats offered, in this order. */
  readonly outputs: readonly FormatId[]
  /** Offered after them on request. */
  readonly moreOutputs?: readonly FormatId[]
}

export const batchKinds = {
  images: {
    label: 'Images',
    fileKind: 'image',
    operation: 'convert-image',
    options: { quality: 'high' },
    accept: 'image/*',
    extensions: extensionsOf(convertImage.inputs),
    outputs: ['jpg', 'png', 'webp', 'gif', 'bmp', 'tiff'],
    moreOutputs: homeImage.moreOutputs.filter(format => format !== 'tiff'),
  },
  documents: {
    label: 'Documents',
    fileKind: 'document',
    operation: 'convert-document',
    options: { quality: 'high' },
    accept: extensionsOf(convertDocument.inputs)
      .map(extension => `.${extension}`)
      .join(','),
    extensions: extensionsOf(convertDocument.inputs),
    outputs: ['pdf', 'docx', 'txt', 'rtf', 'html'],
    moreOutputs: ['md', 'odt'],
  },
  audio: {
    label: 'Audio',
    fileKind: 'audio',
    operation: 'convert-audio',
    options: { quality: '320' },
    accept: 'audio/*',
    extensions: extensionsOf(audioInputs),
    outputs: ['mp3', 'wav', 'ogg', 'flac', 'm4a'],
    moreOutputs: ['aac', 'm4b', 'm4r', 'alac', 'wma', 'ac3', 'mka', 'caf', 'wavpack', 'mp2', 'au'],
  },
  video: {
    label: 'Video',
    fileKind: 'video',
    operation: 'convert-video',
    options: { quality: 'original' },
    accept: 'video/*',
    extensions: extensionsOf(videoInputs),
    outputs: ['mp4', 'webm', 'avi', 'mov', 'mkv'],
    moreOutputs: ['m4v', 'wmv', 'mpeg', 'ts', 'flv', '3gp', 'ogv'],
  },
} as const satisfies Record<string, BatchKind>

export type BatchKindId = keyof typeof batchKinds

export const batchKindIds = Object.keys(batchKinds) as [BatchKindId, ...BatchKindId[]]

export function batchOutputs(kind: BatchKindId): readonly FormatId[] {
  const { outputs, moreOutputs = [] }: BatchKind = batchKinds[kind]
  return [...outputs, ...moreOutputs]
}

export const batchPath = '/api/batch-convert'

/** For visitors and Free; paid plans have higher limits (see limits.ts). */
export const batchMaxBytes = 10 * bytesPerMegabyte
