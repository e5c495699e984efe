/** Upload of a converter's file, restored after a reload. */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { useEffect, useRef, useState } from 'react'
import { serverMessageOf } from '../../lib/request.ts'
import { isUploadComplete, type RunningUpload, startUpload } from '../../lib/upload.ts'
import { readSavedWork, saveWork } from './saved-work.ts'

export type FileUpload =
  | { readonly phase: 'none' }
  | {
      readonly phase: 'uploading'
      readonly file: File
      readonly arrivedBytes: number
      readonly isStalled: boolean
    }
  | { readonly phase: 'stopped'; readonly file: File; readonly arrivedBytes: number; readonly reason: string }
  | {
      readonly phase: 'complete'
      readonly uploadId: string
      readonly fileName: string
      readonly sizeBytes: number
      /** Undefined for an upload of an earlier visit. */
      readonly file: File | undefined
    }

export interface FileUploadControl {
  readonly upload: FileUpload
  readonly choose: (file: File) => void
  readonly clear: () => void
}

export function useFileUpload({ id: toolId, operation }: ConverterTool): FileUploadControl {
  const [upload, setUpload] = useState<FileUpload>({ phase: 'none' })
  const running = useRef<RunningUpload>(undefined)

  useEffect(() => {
    let isCurrent = true
    const { upload: saved } = readSavedWork(toolId)
    if (saved) {
      void isUploadComplete(saved.id).then(exists => {
        if (!isCurrent || running.current) return
        if (!exists) return saveWork(toolId, { upload: undefined })
        const { id: uploadId, fileName, sizeBytes } = saved
        setUpload(current =>
          current.phase === 'none'
            ? { phase: 'complete', uploadId, fileName, sizeBytes, file: undefined }
            : current,
        )
      })
    }
    return () => {
      isCurrent = false
      running.current?.pause()
      running.current = undefined
    }
  }, [toolId])

  const choose = (file: File) => {
    running.current?.pause()
    saveWork(toolId, { upload: undefined, job: undefined })
    let arrivedBytes = 0
    const show = (isStalled: boolean) => setUpload({ phase: 'uploading', file, arrivedBytes, isStalled })
    show(false)
    running.current = startUpload(file, operation, {
      onProgress(bytes) {
        arrivedBytes = bytes
        show(false)
      },
      onStall: () => show(true),
      onComplete(uploadId) {
        running.current = undefined
        const saved = { fileName: file.name, sizeBytes: file.size }
        saveWork(toolId, { upload: { id: uploadId, ...saved } })
        setUpload({ phase: 'complete', uploadId, file, ...saved })
      },
      onError(error) {
        running.current = undefined
        const reason = serverMessageOf(error) ?? uploadMessages.failed
        setUpload({ phase: 'stopped', file, arrivedBytes, reason })
      },
    })
  }

  const clear = () => {
    running.current?.discard()
    running.current = undefined
    saveWork(toolId, { upload: undefined, job: undefined })
    setUpload({ phase: 'none' })
  }

  return { upload, choose, clear }
}
