/** Drop zone for several files and folders, by drop, paste or picker; shows the file list once there is one. */

import { maxFilesPerArchive } from '@filesmith/contract/limits'
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { FolderOpen } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { AlertList } from '../../ui/alert-list.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyDropZone } from '../../ui/empty-drop-zone.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import type { FileNote } from './filter-picked-files.ts'
import { type PickedFile, type PickedFiles, pickedFrom } from './picked-file.ts'

interface FilesZoneProps {
  readonly icon: ReactNode
  readonly prompt: string
  readonly hint: string
  readonly accept: string
  readonly isDisabled: boolean
  /** Whether this zone handles drops and pastes on the page. */
  readonly isListening: boolean
  readonly onPicked: (picked: PickedFiles) => void
  /** Files of the last selection that were skipped, and why. */
  readonly notes: readonly FileNote[]
  /** File list, shown instead of the empty zone. */
  readonly content: ReactNode
}

const texts = {
  ...fileListMessages,
  choose: fileListMessages.chooseFiles,
  chooseOrPaste: fileListMessages.orPaste,
}

export function FilesZone(props: FilesZoneProps) {
  const { icon, prompt, hint, accept, isDisabled, isListening, onPicked, notes, content } = props
  const areaRef = useRef<HTMLDivElement>(null)
  const pick = (files: readonly File[]) => onPicked(pickedFrom(files))
  useKeptFocus(areaRef)
  const dragTarget = useFileDrop({
    areaRef,
    scope: isListening ? 'page' : 'none',
    onFiles(files, dropped) {
      if (isDisabled) return
      if (dropped) void readDropped(dropped).then(onPicked)
      else pick(files)
    },
  })
  const drag = isDisabled ? 'none' : dragTarget

  return (
    <div
      ref={areaRef}
      data-drag={drag}
      className={cx('group/zone flex min-w-0 flex-col', content !== undefined && 'self-start')}
    >
      <AlertList
        notes={notes.map(({ text, names }) => ({ text, detail: fileListMessages.names(names) }))}
        className="not-empty:mb-3"
      />
      {content ?? (
        <EmptyDropZone
          icon={icon}
          prompt={prompt}
          hint={hint}
          drag={drag}
          accept={accept}
          isMultiple
          isDisabled={isDisabled}
          onPick={pick}
          texts={texts}
          extraActions={
            <FilePickerButton isFolder isDisabled={isDisabled} onPick={pick}>
              <Icon of={FolderOpen} /> {fileListMessages.chooseFolder}
            </FilePickerButton>
          }
        />
      )}
    </div>
  )
}

/** Must be called synchronously in the drop handler: the browser clears the entries afterwards. */
export function readDropped(transfer: DataTransfer): Promise<PickedFiles> {
  const entries = [...(transfer.items ?? [])].map(item => item.webkitGetAsEntry?.() ?? null)
  if (entries.length === 0 || entries.includes(null)) return Promise.resolve(pickedFrom([...transfer.files]))
  return readEntries(entries.filter(entry => entry !== null))
}

async function readEntries(entries: readonly FileSystemEntry[]): Promise<PickedFiles> {
  const files: PickedFile[] = []
  const unreadablePaths: string[] = []

  const read = async (entry: FileSystemEntry): Promise<void> => {
    // One more than the limit, so that the caller can report that it is exceeded.
    if (files.length > maxFilesPerArchive) return
    try {
      if (isFolder(entry)) {
        for (const child of await childrenOf(entry)) await read(child)
      } else if (isFile(entry)) files.push({ file: await fileOf(entry), path: entry.fullPath.slice(1) })
    } catch {
      unreadablePaths.push(entry.fullPath.slice(1))
    }
  }
  for (const entry of entries) await read(entry)
  return { files, unreadablePaths }
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
