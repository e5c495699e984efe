/** Drop zone for one video: drag and drop anywhere on the page, paste, or file picker. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { type ReactNode, useRef } from 'react'
import { EmptyDropZone } from '../../../ui/empty-drop-zone.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { useFileDrop } from '../../../ui/use-file-drop.ts'

interface VideoDropZoneProps {
  readonly maxBytes: number
  readonly isDisabled: boolean
  /** Whether files dropped or pasted anywhere on the page are handled here. */
  readonly isListening: boolean
  readonly onFiles: (files: readonly File[]) => void
  /** The card of the selected video. */
  readonly content: ReactNode
}

export function VideoDropZone({ maxBytes, isDisabled, isListening, onFiles, content }: VideoDropZoneProps) {
  const areaRef = useRef<HTMLDivElement>(null)
  const handleFiles = (files: readonly File[]) => {
    if (!isDisabled) onFiles(files)
  }
  const dragState = useFileDrop({
    areaRef,
    scope: isListening ? 'page' : 'none',
    onFiles: files => handleFiles(files),
  })
  const drag = isDisabled ? 'none' : dragState
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
          onPick={handleFiles}
        />
      )}
    </div>
  )
}
