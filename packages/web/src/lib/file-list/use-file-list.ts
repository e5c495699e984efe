/** File list of a tool, uploaded in the background and restored after a reload. */
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { WorkId } from '../job/saved-work.ts'
import { createFileQueue, type FileQueue } from './file-queue.ts'
import type { ListedFile } from './listed-file.ts'

export interface FileList extends Pick<FileQueue, 'add' | 'remove' | 'move' | 'retry' | 'clear' | 'current'> {
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
