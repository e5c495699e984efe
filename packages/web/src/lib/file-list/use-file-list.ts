/** File list of a tool, uploaded in the background and restored after a reload. */
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createFileQueue, type FileQueue } from './file-queue.ts'
import type { ListedFile } from './listed-file.ts'

export interface FileList extends Pick<FileQueue, 'add' | 'remove' | 'move' | 'retry' | 'clear' | 'current'> {
  readonly files: readonly ListedFile[]
}

export function useFileList(toolId: string, purpose: UploadPurpose): FileList {
  const [queue] = useState(() => createFileQueue(toolId, purpose))
  const files = useSyncExternalStore(queue.subscribe, queue.current)

  useEffect(() => {
    queue.open()
    return queue.close
  }, [queue])

  return { ...queue, files }
}
