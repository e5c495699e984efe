/** Opens a file in the browser, or converts it on the server if the browser cannot decode it. */
import type { FormatId } from '@filesmith/contract/formats'
import { defaultImageEdit } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { editImage } from '@filesmith/contract/operations/edit-image'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { request } from '../../../lib/request.ts'
import { EditError, editOnServer, type ServerStep } from './edit-on-server.ts'
import { type EditorImage, maxPreviewSide } from './editor-image.ts'
import { type OpenedImage, readImage } from './image-worker-client.ts'
import { rasterizeSvg } from './rasterize-svg.ts'

/** Every browser supports these: if decoding fails, the file is damaged, and the server could not read it either. */
const universalFormats: readonly FormatId[] = ['png', 'apng', 'jpg', 'gif', 'webp', 'bmp', 'ico']

interface OpenHandlers {
  /** Called with each step if the server is needed. */
  readonly onServer: (format: FormatId, step: ServerStep) => void
  readonly onUploaded: (uploadId: string) => void
}

/** Throws an EditError with a user-facing message, an error of the server, or the abort reason of the signal. */
export async function openImage(
  file: File,
  handlers: OpenHandlers,
  signal: AbortSignal,
): Promise<EditorImage> {
  const format = sniffFormat(new Uint8Array(await file.slice(0, sniffHeadBytes).arrayBuffer()))
  signal.throwIfAborted()
  if (format === undefined || !(editImage.inputs as readonly FormatId[]).includes(format))
    throw new EditError(imageEditorMessages.wrongType, undefined)
  const decodable = format === 'svg' ? await rasterizeSvg(file) : file
  const opened = decodable && (await readImage(decodable, maxPreviewSide, signal))
  if (opened) return toImage(file, format, decodable, opened, false)
  if (universalFormats.includes(format)) throw new EditError(imageEditorMessages.damaged, undefined)
  const png = await convertToPng(file, format, handlers, signal)
  const openedPng = await readImage(png, maxPreviewSide, signal)
  if (!openedPng) throw new EditError(imageEditorMessages.cannotOpen, undefined)
  return toImage(file, format, png, openedPng, true)
}

async function convertToPng(
  file: File,
  format: FormatId,
  handlers: OpenHandlers,
  signal: AbortSignal,
): Promise<Blob> {
  const { downloadUrl } = await editOnServer(
    {
      file,
      uploadId: undefined,
      edit: defaultImageEdit,
      format: 'png',
      quality: 100,
      onStep: step => handlers.onServer(format, step),
      onUploaded: handlers.onUploaded,
    },
    signal,
  )
  if (downloadUrl === null) throw new EditError(imageEditorMessages.cannotOpen, undefined)
  const response = await request('GET', downloadUrl, undefined, {}, signal)
  return response.blob()
}

function toImage(
  file: File,
  format: FormatId,
  readable: Blob,
  { width, height, previewBitmap }: OpenedImage,
  usesServer: boolean,
): EditorImage {
  return { file, format, readable, width, height, previewBitmap, usesServer }
}
