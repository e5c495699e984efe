/** Opens a chosen file: in the browser where it can read it, with the help of the server where it cannot. */
import type { FormatId } from '@filesmith/contract/formats'
import { usualImageEdit } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { editImage } from '@filesmith/contract/operations/edit-image'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { request } from '../../../lib/request.ts'
import { drawSvg } from './draw-svg.ts'
import { EditFailure, editOnServer, type ServerStep } from './edit-on-server.ts'
import { copySide, type Image } from './image.ts'
import { type OpenedImage, readImage } from './image-workshop.ts'

/** A browser that cannot read one of these has a damaged file before it, and the server would have no more luck. */
const readEverywhere: readonly FormatId[] = ['png', 'apng', 'jpg', 'gif', 'webp', 'bmp', 'ico']

interface OpenHandlers {
  /** The server is asked; called again with every step it takes. */
  readonly onServer: (format: FormatId, step: ServerStep) => void
  readonly onUploaded: (uploadId: string) => void
}

/** Throws an EditFailure in words for the reader, what the server said, or the signal's reason. */
export async function openImage(file: File, handlers: OpenHandlers, signal: AbortSignal): Promise<Image> {
  const format = sniffFormat(new Uint8Array(await file.slice(0, sniffHeadBytes).arrayBuffer()))
  signal.throwIfAborted()
  if (format === undefined || !(editImage.inputs as readonly FormatId[]).includes(format))
    throw new EditFailure(imageEditorMessages.wrongType, undefined)
  const drawn = format === 'svg' ? await drawSvg(file) : file
  const opened = drawn && (await readImage(drawn, copySide, signal))
  if (opened) return toImage(file, format, drawn, opened, false)
  if (readEverywhere.includes(format)) throw new EditFailure(imageEditorMessages.damaged, undefined)
  const made = await makePng(file, format, handlers, signal)
  const openedPng = await readImage(made, copySide, signal)
  if (!openedPng) throw new EditFailure(imageEditorMessages.cannotOpen, undefined)
  return toImage(file, format, made, openedPng, true)
}

async function makePng(
  file: File,
  format: FormatId,
  handlers: OpenHandlers,
  signal: AbortSignal,
): Promise<Blob> {
  const { downloadUrl } = await editOnServer(
    {
      file,
      uploadId: undefined,
      edit: usualImageEdit,
      format: 'png',
      quality: 100,
      onStep: step => handlers.onServer(format, step),
      onUploaded: handlers.onUploaded,
    },
    signal,
  )
  if (downloadUrl === null) throw new EditFailure(imageEditorMessages.cannotOpen, undefined)
  const response = await request('GET', downloadUrl, undefined, {}, signal)
  return response.blob()
}

function toImage(
  file: File,
  format: FormatId,
  readable: Blob,
  { width, height, copy }: OpenedImage,
  isByServer: boolean,
): Image {
  return { file, format, readable, width, height, copy, isByServer }
}
