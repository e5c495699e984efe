/** Drop zone for several files and folders, by drop, paste or picker; shows the file list once there is one. */
import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { FolderOpen } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { AlertList } from '../../ui/alert-list.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyDropZone } from '../../ui/empty-drop-zone.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { type PickedFiles, pickedFrom } from './picked-file.ts'
import { readDropped } from './read-dropped.ts'

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
  readonly notes: readonly string[]
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
      <AlertList notes={notes} className="not-empty:mb-3" />
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
