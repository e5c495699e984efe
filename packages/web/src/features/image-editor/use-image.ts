/** The file on the counter of the editor: none, being opened, or open. */
import { isAllowanceCode } from '@filesmith/contract/allowance-codes'
import type { FormatId } from '@filesmith/contract/formats'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { paths } from '@filesmith/contract/routes'
import { useEffect, useRef, useState } from 'react'
import { toasts } from '../../lib/toast-store.ts'
import { checkImage } from './image/check-image.ts'
import { failureOf, type ServerStep } from './image/edit-on-server.ts'
import type { Image } from './image/image.ts'
import { openImage } from './image/open-image.ts'

export type Opening =
  | { readonly phase: 'none'; readonly complaint?: string }
  | {
      readonly phase: 'opening'
      readonly file: File
      /** Only where the server is needed. */
      readonly server?: { readonly format: FormatId; readonly step: ServerStep }
    }
  | { readonly phase: 'open'; readonly image: Image }

interface ImageControl {
  readonly opening: Opening
  /** Of the same file on the server, once it is there. */
  readonly uploadId: string | undefined
  readonly setUploadId: (uploadId: string) => void
  readonly take: (files: readonly File[]) => void
  readonly clear: () => void
}

export function useImage(maxBytes: number, onOpened: () => void): ImageControl {
  const [opening, setOpening] = useState<Opening>({ phase: 'none' })
  const [uploadId, setUploadId] = useState<string>()
  const work = useRef<AbortController>(undefined)

  useEffect(() => () => work.current?.abort(), [])

  const refuse = (complaint: string, code?: string) => {
    toasts.show({
      title: imageEditorMessages.refused,
      description: complaint,
      variant: 'destructive',
      action: isAllowanceCode(code) ? { label: allowanceMessages.seePlans, to: paths.plans } : undefined,
    })
    return complaint
  }

  const open = async (file: File) => {
    work.current?.abort()
    const running = new AbortController()
    work.current = running
    setUploadId(undefined)
    setOpening({ phase: 'opening', file })
    const show = (next: Opening) => {
      if (!running.signal.aborted) setOpening(next)
    }
    try {
      const image = await openImage(
        file,
        {
          onServer: (format, step) => show({ phase: 'opening', file, server: { format, step } }),
          onUploaded: setUploadId,
        },
        running.signal,
      )
      if (running.signal.aborted) return image.copy.close()
      setOpening({ phase: 'open', image })
      onOpened()
    } catch (error) {
      if (running.signal.aborted) return
      const { message = imageEditorMessages.cannotOpen, code } = failureOf(error)
      setOpening({ phase: 'none', complaint: refuse(message, code) })
    }
  }

  return {
    opening,
    uploadId,
    setUploadId,
    take([file]) {
      if (!file) return
      const complaint = checkImage(file, maxBytes)
      if (complaint === undefined) void open(file)
      else {
        refuse(complaint)
        // What is open stays open.
        setOpening(now => (now.phase === 'none' ? { phase: 'none', complaint } : now))
      }
    },
    clear() {
      work.current?.abort()
      setUploadId(undefined)
      setOpening({ phase: 'none' })
    },
  }
}
