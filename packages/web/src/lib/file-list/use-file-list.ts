/** File list of a tool, uploaded in the background and restored after a reload. */

import { uploadMessages } from '@filesmith/contract/messages/upload'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { readSavedWork, saveWork, type WorkId } from '../job/saved-work.ts'
import { keepLocalFile, readLocalFile, removeLocalFile } from '../local-files.ts'
import { serverMessageOf } from '../request.ts'
import { isUploadComplete, type RunningUpload, startUpload } from '../upload.ts'
import { type ListedFile, modifiedAtOf, type Sending, uploadedFilesOf } from './listed-file.ts'
import type { PickedFile } from './picked-file.ts'

const maxConcurrentUploads = 3

export interface FileList
  extends Pick<FileQueue, 'add' | 'addUploaded' | 'remove' | 'move' | 'retry' | 'clear' | 'current'> {
  readonly files: readonly ListedFile[]
  /** Replaces the list by one file. */
  readonly choose: (file: File) => void
}

export function useFileList(toolId: WorkId, purpose: UploadPurpose): FileList {
  const [queue] = useState(() => createFileQueue(toolId, purpose))
  const files = useSyncExternalStore(queue.subscribe, queue.current)

  useEffect(() => {
    queue.open()
    return queue.close
  }, [queue])

  return {
    ...queue,
    files,
    choose(file) {
      queue.clear()
      queue.add([{ file, path: file.name }])
    },
  }
}

export interface FileQueue {
  /** Restores the files of an earlier visit and starts uploading. */
  open(): void
  /** Pauses uploading; completed uploads are kept. */
  close(): void
  add(picked: readonly PickedFile[]): void
  /** A file that was uploaded otherwise. */
  addUploaded(picked: PickedFile, uploadId: string): void
  remove(key: string): void
  move(key: string, toIndex: number): void
  /** Resumes a stopped upload. */
  retry(key: string): void
  clear(): void
  current(): readonly ListedFile[]
  subscribe(listener: () => void): () => void
}

/** Upload queue of a file list: uploads three files at a time and tracks their state. */
export function createFileQueue(toolId: WorkId, purpose: UploadPurpose): FileQueue {
  let files: readonly ListedFile[] = []
  let isOpen = false
  let isRestored = false
  let lastKey = 0
  const running = new Map<string, RunningUpload>()
  const listeners = new Set<() => void>()

  const nextKey = () => {
    lastKey += 1
    return `file-${lastKey}`
  }
  const set = (next: readonly ListedFile[]) => {
    files = next
    for (const listener of listeners) listener()
  }
  const save = () => saveWork(toolId, { files: uploadedFilesOf(files) })
  const change = (key: string, sending: Sending) =>
    set(files.map(listed => (listed.key === key ? { ...listed, sending } : listed)))

  const send = ({ key, file, path }: ListedFile & { file: File }) => {
    let arrivedBytes = 0
    const reportProgress = (isStalled: boolean) =>
      change(key, { phase: 'uploading', arrivedBytes, isStalled })
    const finish = (sending: Sending) => {
      running.delete(key)
      change(key, sending)
      save()
      sendNext()
    }
    running.set(
      key,
      startUpload(
        file,
        purpose,
        {
          onProgress(bytes) {
            arrivedBytes = bytes
            if (running.has(key)) reportProgress(false)
          },
          onStall: () => running.has(key) && reportProgress(true),
          onComplete(uploadId) {
            if (!running.has(key)) return
            finish({ phase: 'complete', uploadId })
            if (toolId !== undefined) void keepLocalFile(uploadId, file)
          },
          onError(error) {
            const reason = serverMessageOf(error) ?? uploadMessages.failed
            if (running.has(key)) finish({ phase: 'stopped', arrivedBytes, reason })
          },
        },
        path,
      ),
    )
    reportProgress(false)
  }

  const sendNext = () => {
    for (const listed of files) {
      if (!isOpen || running.size >= maxConcurrentUploads) return
      const { file } = listed
      if (listed.sending.phase === 'waiting' && file) send({ ...listed, file })
    }
  }

  const restore = async () => {
    const { files: saved } = readSavedWork(toolId)
    const exist = await Promise.all(saved.map(({ uploadId }) => isUploadComplete(uploadId)))
    const found = saved.filter((_saved, index) => exist[index])
    if (found.length === 0) return save()
    const restored = found.map(
      ({ uploadId, path, sizeBytes, modifiedAt }): ListedFile => ({
        key: nextKey(),
        path,
        sizeBytes,
        modifiedAt,
        file: undefined,
        sending: { phase: 'complete', uploadId },
      }),
    )
    set([...restored, ...files])
    save()
    for (const { uploadId } of found) void restoreLocal(uploadId)
  }

  /** Large files take a moment; the list is there before. */
  const restoreLocal = async (id: string) => {
    const restoredFile = await readLocalFile(id)
    if (restoredFile)
      set(files.map(listed => (uploadIdOf(listed) === id ? { ...listed, restoredFile } : listed)))
  }
  const listedFrom = ({ file, path }: PickedFile): ListedFile => ({
    key: nextKey(),
    path,
    sizeBytes: file.size,
    modifiedAt: modifiedAtOf(file),
    file,
    sending: { phase: 'waiting' },
  })
  const forgetLocal = (removed: readonly ListedFile[]) => {
    for (const id of removed.map(uploadIdOf)) if (id !== undefined) void removeLocalFile(id)
  }

  return {
    open() {
      isOpen = true
      if (!isRestored) {
        isRestored = true
        void restore()
      }
      sendNext()
    },
    close() {
      isOpen = false
      for (const upload of running.values()) upload.pause()
      running.clear()
      set(
        files.map(listed =>
          listed.sending.phase === 'uploading' ? { ...listed, sending: { phase: 'waiting' } } : listed,
        ),
      )
    },
    add(picked) {
      set([...files, ...picked.map(listedFrom)])
      sendNext()
    },
    addUploaded(picked, uploadId) {
      set([...files, { ...listedFrom(picked), sending: { phase: 'complete', uploadId } }])
      save()
      if (toolId !== undefined) void keepLocalFile(uploadId, picked.file)
    },
    remove(key) {
      running.get(key)?.discard()
      running.delete(key)
      forgetLocal(files.filter(listed => listed.key === key))
      set(files.filter(listed => listed.key !== key))
      save()
      sendNext()
    },
    move(key, toIndex) {
      const moved = files.find(listed => listed.key === key)
      if (!moved) return
      const others = files.filter(listed => listed !== moved)
      set(others.toSpliced(Math.max(0, Math.min(toIndex, others.length)), 0, moved))
      save()
    },
    retry(key) {
      change(key, { phase: 'waiting' })
      sendNext()
    },
    clear() {
      for (const upload of running.values()) upload.discard()
      running.clear()
      forgetLocal(files)
      set([])
      save()
    },
    current: () => files,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function uploadIdOf({ sending }: ListedFile): string | undefined {
  return sending.phase === 'complete' ? sending.uploadId : undefined
}
