/** Reads dropped files, and folders recursively. */
import { maxFilesPerArchive } from '@filesmith/contract/limits'
import { type PickedFile, type PickedFiles, pickedFrom } from './picked-file.ts'

/** Must be called synchronously in the drop handler: the browser clears the entries afterwards. */
export function readDropped(transfer: DataTransfer): Promise<PickedFiles> {
  const entries = [...(transfer.items ?? [])].map(item => item.webkitGetAsEntry?.() ?? null)
  if (entries.length === 0 || entries.includes(null)) return Promise.resolve(pickedFrom([...transfer.files]))
  return readEntries(entries.filter(entry => entry !== null))
}

async function readEntries(entries: readonly FileSystemEntry[]): Promise<PickedFiles> {
  const files: PickedFile[] = []
  let unreadableCount = 0

  const read = async (entry: FileSystemEntry): Promise<void> => {
    // One more than the limit, so that the caller can report that it is exceeded.
    if (files.length > maxFilesPerArchive) return
    try {
      if (isFolder(entry)) {
        for (const child of await childrenOf(entry)) await read(child)
      } else if (isFile(entry)) files.push({ file: await fileOf(entry), path: entry.fullPath.slice(1) })
    } catch {
      unreadableCount += 1
    }
  }
  for (const entry of entries) await read(entry)
  return { files, unreadableCount }
}

/** A directory reader returns entries in batches, and an empty batch at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) break
    children.push(...batch)
  }
  return children.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}
