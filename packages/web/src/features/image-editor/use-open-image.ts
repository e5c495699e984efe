/** The image of the editor: none, opening, or open. */
import { isAllowanceCode } from '@filesmith/contract/allowance-codes'
import type { FormatId } from '@filesmith/contract/formats'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { paths } from '@filesmith/contract/routes'
import { useEffect, useRef, useState } from 'react'
import { toasts } from '../../lib/toast-store.ts'
import { checkImage } from './image/check-image.ts'
import { errorDetailsOf, type ServerStep } from './image/edit-on-server.ts'
import type { EditorImage } from './image/editor-image.ts'
import { openImage } from './image/open-image.ts'

export type OpenState =
  | { readonly phase: 'none'; readonly complaint?: string }
  | {
      readonly phase: 'opening'
      readonly file: File
      /** Present if the server is needed. */
      readonly server?: { readonly format: FormatId; readonly step: ServerStep }
    }
  | { readonly phase: 'open'; readonly image: EditorImage }

interface OpenImageControls {
  readonly openState: OpenState
  /** Upload id of the file, once the server has it. */
  readonly uploadId: string | undefined
  readonly setUploadId: (uploadId: string) => void
  readonly openFiles: (files: readonly File[]) => void
  readonly clear: () => void
}

export function useOpenImage(maxBytes: number, onOpened: () => void): OpenImageControls {
  const [openState, setOpenState] = useState<OpenState>({ phase: 'none' })
  const [uploadId, setUploadId] = useState<string>()
  const currentRun = useRef<AbortController>(undefined)

  useEffect(() => () => currentRun.current?.abort(), [])

  const reportRefusal = (complaint: string, code?: string) => {
    toasts.show({
      title: imageEditorMessages.refused,
      description: complaint,
      variant: 'destructive',
      action: isAllowanceCode(code) ? { label: allowanceMessages.seePlans, to: paths.plans } : undefined,
    })
    return complaint
  }

  const open = async (file: File) => {
    currentRun.current?.abort()
    const run = new AbortController()
    currentRun.current = run
    setUploadId(undefined)
    setOpenState({ phase: 'opening', file })
    const update = (next: OpenState) => {
      if (!run.signal.aborted) setOpenState(next)
    }
    try {
      const image = await openImage(
        file,
        {
          onServer: (format, step) => update({ phase: 'opening', file, server: { format, step } }),
          onUploaded: setUploadId,
        },
        run.signal,
      )
      if (run.signal.aborted) return image.previewBitmap.close()
      setOpenState({ phase: 'open', image })
      onOpened()
    } catch (error) {
      if (run.signal.aborted) return
      const { message = imageEditorMessages.cannotOpen, code } = errorDetailsOf(error)
      setOpenState({ phase: 'none', complaint: reportRefusal(message, code) })
    }
  }

  return {
    openState,
    uploadId,
    setUploadId,
    openFiles([file]) {
      if (!file) return
      const complaint = checkImage(file, maxBytes)
      if (complaint === undefined) void open(file)
      else {
        reportRefusal(complaint)
        // Keep an image that is already open.
        setOpenState(now => (now.phase === 'none' ? { phase: 'none', complaint } : now))
      }
    },
    clear() {
      currentRun.current?.abort()
      setUploadId(undefined)
      setOpenState({ phase: 'none' })
    },
  }
}
