/** Opens what was dropped: files as they are, folders with everything below them. */
import { maxFilesPerArchive } from '@filesmith/contract/limits'
import { type PickedFile, type PickedFiles, pickedFrom } from './picked-file.ts'

/** Must be called while the drop is being handled: afterwards the browser takes the entries away. */
export function readDropped(transfer: DataTransfer): Promise<PickedFiles> {
  const entries = [...(transfer.items ?? [])].map(item => item.webkitGetAsEntry?.() ?? null)
  if (entries.length === 0 || entries.includes(null)) return Promise.resolve(pickedFrom([...transfer.files]))
  return readEntries(entries.filter(entry => entry !== null))
}

async function readEntries(entries: readonly FileSystemEntry[]): Promise<PickedFiles> {
  const files: PickedFile[] = []
  let unreadableCount = 0

  const read = async (entry: FileSystemEntry): Promise<void> => {
    // One more than there is room for, so that the list can say that it is full.
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

/** A reader gives its entries in portions, and an empty one at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((give, fail) => reader.readEntries(give, fail))
    if (portion.length === 0) break
    children.push(...portion)
  }
  return children.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((give, fail) => entry.file(give, fail))
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}
