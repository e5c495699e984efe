/** Opens an image in the browser, or through the server if the browser cannot decode it. */
import type { FormatId } from '@filesmith/contract/formats'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { editImage } from '@filesmith/contract/operations/edit-image'
import { sniffFormat, sniffHeadBytes } from '@filesmith/contract/sniff-format'
import { useEffect, useRef, useState } from 'react'
import { request, serverMessageOf } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { checkImage } from './image/check-image.ts'
import { type EditorImage, maxPreviewSide } from './image/editor-image.ts'
import { readImage } from './image/image-worker-client.ts'
import { rasterizeSvg } from './image/rasterize-svg.ts'
import { type ServerProgress, useServerImage } from './use-server-image.ts'

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

export function useOpenImage(maxBytes: number, onOpened: () => void) {
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
      onOpened()
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
  const format = sniffFormat(new Uint8Array(await file.slice(0, sniffHeadBytes).arrayBuffer()))
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
