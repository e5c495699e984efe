/** Opens an image in the browser, or through the server if the browser cannot decode it. */

import { toMegabytes } from '@filesmith/contract/bytes'
import type { FormatId } from '@filesmith/contract/formats'
import { editImage } from '@filesmith/contract/operations/edit-image'
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
import { extensionsOf } from '@filesmith/contract/tools/tool'
import { useEffect, useRef, useState } from 'react'
import { recognizeContent } from '../../lib/recognize/recognize-content.ts'
import { request, serverMessageOf } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { type EditorImage, maxPreviewSide } from './image/editor-image.ts'
import { readImage } from './image/image-worker-client.ts'
import { type ServerProgress, useServerImage } from './use-server-image.ts'

/** For an SVG without intrinsic size. */
const defaultSide = 1024

const extensions = extensionsOf(editImage.inputs)

/** Every browser supports these: if decoding fails, the file is damaged, and the server could not read it either. */
const universalFormats: readonly FormatId[] = ['png', 'apng', 'jpg', 'gif', 'webp', 'bmp', 'ico']

export type OpenState =
  | { readonly phase: 'none'; readonly complaint?: string }
  | {
      readonly phase: 'opening'
      readonly file: File
      /** Present if the server is needed. */
      readonly server?: { readonly format: FormatId; readonly progress: ServerProgress | undefined }
    }
  | { readonly phase: 'open'; readonly image: EditorImage }

interface Run {
  readonly file: File
  readonly signal: AbortSignal
  /** Format the browser cannot decode. */
  format?: FormatId
}

/** Message for the user about a file that cannot be opened. */
class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage'
}

export function useOpenImage(maxBytes: number, onOpened: (image: EditorImage) => void) {
  const [state, setState] = useState<OpenState>({ phase: 'none' })
  const currentRun = useRef<Run & { readonly controller: AbortController }>(undefined)
  useEffect(() => () => currentRun.current?.controller.abort(), [])

  const refuse = (complaint: string) =>
    toasts.show({ title: imageEditorMessages.refused, description: complaint, variant: 'destructive' })

  /** Shows the image that `load` resolves with, unless another file was opened meanwhile. */
  const show = async ({ signal }: Run, load: () => Promise<EditorImage | undefined>) => {
    try {
      const image = await load()
      if (!image) return
      if (signal.aborted) return image.previewBitmap.close()
      setState({ phase: 'open', image })
      onOpened(image)
    } catch (error) {
      if (signal.aborted) return
      const complaint =
        error instanceof UnreadableImage
          ? error.message
          : (serverMessageOf(error) ?? imageEditorMessages.cannotOpen)
      refuse(complaint)
      setState({ phase: 'none', complaint })
    }
  }

  const server = useServerImage(downloadUrl => {
    const run = currentRun.current
    const format = run?.format
    if (format) void show(run, () => openConverted(run.file, format, downloadUrl, run.signal))
  })

  const open = (file: File) => {
    currentRun.current?.controller.abort()
    const controller = new AbortController()
    const run = { file, controller, signal: controller.signal }
    currentRun.current = run
    server.discard()
    setState({ phase: 'opening', file })
    void show(run, async () => {
      const found = await openInBrowser(file, run.signal)
      if ('image' in found) return found.image
      currentRun.current = { ...run, format: found.format }
      setState({ phase: 'opening', file, server: { format: found.format, progress: undefined } })
      server.open(file, found.format)
      return undefined
    })
  }

  const openState: OpenState =
    state.phase === 'opening' && state.server
      ? server.openFailure === undefined
        ? { ...state, server: { ...state.server, progress: server.progress } }
        : { phase: 'none', complaint: server.openFailure }
      : state

  return {
    openState,
    server,
    openFiles([file]: readonly File[]) {
      if (!file) return
      const complaint = checkImage(file, maxBytes)
      if (complaint === undefined) return open(file)
      refuse(complaint)
      // Keep an image that is already open.
      setState(now => (now.phase === 'none' ? { phase: 'none', complaint } : now))
    },
    clear() {
      currentRun.current?.controller.abort()
      server.discard()
      setState({ phase: 'none' })
    },
  }
}

/** Resolves with the format alone if the server is needed. */
async function openInBrowser(
  file: File,
  signal: AbortSignal,
): Promise<{ readonly image: EditorImage } | { readonly format: FormatId }> {
  const { format } = await recognizeContent(file).catch(() => ({ format: undefined }))
  signal.throwIfAborted()
  if (format === undefined || !(editImage.inputs as readonly FormatId[]).includes(format))
    throw new UnreadableImage(imageEditorMessages.wrongType)
  const readable = format === 'svg' ? await rasterizeSvg(file) : file
  const opened = readable && (await readImage(readable, maxPreviewSide, signal))
  if (opened) return { image: { file, format, readable, ...opened, usesServer: false } }
  if (universalFormats.includes(format)) throw new UnreadableImage(imageEditorMessages.damaged)
  return { format }
}

async function openConverted(
  file: File,
  format: FormatId,
  downloadUrl: string,
  signal: AbortSignal,
): Promise<EditorImage> {
  const response = await request('GET', downloadUrl, undefined, {}, signal)
  const readable = await response.blob()
  const opened = await readImage(readable, maxPreviewSide, signal)
  if (!opened) throw new UnreadableImage(imageEditorMessages.cannotOpen)
  return { file, format, readable, ...opened, usesServer: true }
}

/** Returns why a file cannot be edited, or undefined if it may be an image. */
function checkImage(file: File, maxBytes: number): string | undefined {
  if (!isImage(file)) return imageEditorMessages.wrongType
  if (file.size > maxBytes) return imageEditorMessages.tooLarge(toMegabytes(maxBytes))
  return file.size === 0 ? imageEditorMessages.emptyFile : undefined
}

/** Some systems have no MIME type for HEIC, PSD and others; then the extension decides. */
function isImage({ name, type }: File): boolean {
  if (type.startsWith('image/')) return true
  return type === '' && extensions.some(extension => name.toLowerCase().endsWith(`.${extension}`))
}

/** Undefined if the browser cannot render it. */
async function rasterizeSvg(file: Blob): Promise<Blob | undefined> {
  const url = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth || defaultSide
    canvas.height = image.naturalHeight || defaultSide
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const { promise, resolve } = Promise.withResolvers<Blob | null>()
    canvas.toBlob(resolve, 'image/png')
    return (await promise) ?? undefined
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(url)
  }
}
