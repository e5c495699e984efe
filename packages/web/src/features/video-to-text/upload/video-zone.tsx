/** The counter for one film: takes a drop anywhere on the page, a pasted file and a picked one. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { type ReactNode, useRef } from 'react'
import { EmptyDropZone } from '../../../ui/empty-drop-zone.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { useFileDrop } from '../../../ui/use-file-drop.ts'

interface VideoZoneProps {
  readonly maxBytes: number
  readonly isDisabled: boolean
  /** Whether drops and pastes anywhere on the page are meant for it. */
  readonly isListening: boolean
  readonly onFiles: (files: readonly File[]) => void
  /** The card of the film that lies here. */
  readonly content: ReactNode
}

export function VideoZone({ maxBytes, isDisabled, isListening, onFiles, content }: VideoZoneProps) {
  const areaRef = useRef<HTMLDivElement>(null)
  const take = (files: readonly File[]) => {
    if (!isDisabled) onFiles(files)
  }
  const place = useFileDrop({
    areaRef,
    scope: isListening ? 'page' : 'none',
    onFiles: files => take(files),
  })
  const drag = isDisabled ? 'none' : place
  return (
    <div ref={areaRef} data-drag={drag} className="group/zone flex min-w-0 flex-col *:grow">
      {content ?? (
        <EmptyDropZone
          icon={<FileIcon kind="video" />}
          prompt={videoTextMessages.dropPrompt}
          hint={
            <>
              <span className="block">{videoTextMessages.formats}</span>
              <span className="block">{videoTextMessages.maximum(toMegabytes(maxBytes))}</span>
            </>
          }
          drag={drag}
          accept="video/*"
          isMultiple={false}
          isDisabled={isDisabled}
          onPick={take}
        />
      )}
    </div>
  )
}
