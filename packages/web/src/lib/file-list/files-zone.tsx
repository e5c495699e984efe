/** The counter for several files and whole folders: takes drops anywhere on the page, pasted files, and picked ones. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { FolderOpen } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { EmptyDropZone } from '../../ui/empty-drop-zone.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NotesList } from '../../ui/notes-list.tsx'
import { PickButton } from '../../ui/pick-button.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { type PickedFiles, pickedFrom } from './picked-file.ts'
import { readDropped } from './read-dropped.ts'

interface FilesZoneProps {
  readonly icon: ReactNode
  readonly prompt: string
  readonly takes: string
  readonly accept: string
  readonly isDisabled: boolean
  /** Whether drops and pastes anywhere on the page are meant for this area. */
  readonly isListening: boolean
  readonly onPicked: (picked: PickedFiles) => void
  /** What was left out of the files handed over last, and why. */
  readonly notes: readonly string[]
  /** The list, once there is something on it. */
  readonly occupiedBy: ReactNode
}

const words = {
  ...fileListMessages,
  choose: fileListMessages.chooseFiles,
  chooseOrPaste: fileListMessages.orPaste,
}

export function FilesZone(props: FilesZoneProps) {
  const { icon, prompt, takes, accept, isDisabled, isListening, onPicked, notes, occupiedBy } = props
  const areaRef = useRef<HTMLDivElement>(null)
  const pick = (files: readonly File[]) => onPicked(pickedFrom(files))
  const place = useFileDrop({
    areaRef,
    reach: isListening ? 'page' : 'none',
    onFiles(files, dropped) {
      if (isDisabled) return
      if (dropped) void readDropped(dropped).then(onPicked)
      else pick(files)
    },
  })
  const drag = isDisabled ? 'none' : place

  return (
    <div
      ref={areaRef}
      data-drag={drag}
      className={cx('group/zone flex min-w-0 flex-col', occupiedBy !== undefined && 'self-start')}
    >
      <NotesList notes={notes} className="not-empty:mb-3" />
      {occupiedBy ?? (
        <EmptyDropZone
          icon={icon}
          prompt={prompt}
          takes={takes}
          drag={drag}
          accept={accept}
          isMultiple
          isDisabled={isDisabled}
          onPick={pick}
          words={words}
          otherWays={
            <PickButton isFolder isDisabled={isDisabled} onPick={pick}>
              <Icon of={FolderOpen} /> {fileListMessages.chooseFolder}
            </PickButton>
          }
        />
      )}
    </div>
  )
}
