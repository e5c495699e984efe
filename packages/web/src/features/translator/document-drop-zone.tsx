/** Drop zone for one document; shows the document once it is selected. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { translateMessages } from '@filesmith/contract/messages/translate'
import type { ReactNode, RefObject } from 'react'
import { AlertList } from '../../ui/alert-list.tsx'
import { EmptyDropZone } from '../../ui/empty-drop-zone.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { documentExtensions } from './document-settings.ts'

interface DocumentDropZoneProps {
  readonly areaRef: RefObject<HTMLDivElement | null>
  readonly maxBytes: number
  readonly isDisabled: boolean
  /** Whether files dropped or pasted anywhere on the page are handled here. */
  readonly isListening: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly refusal: string | undefined
  readonly content: ReactNode
}

export function DocumentDropZone(props: DocumentDropZoneProps) {
  const { areaRef, maxBytes, isDisabled, isListening, onFiles, refusal, content } = props
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
    <div ref={areaRef} data-drag={drag} className="group/zone flex min-w-0 flex-col *:last:grow">
      <AlertList notes={refusal === undefined ? [] : [refusal]} className="not-empty:mb-3" />
      {content ?? (
        <EmptyDropZone
          icon={<FileIcon kind="document" />}
          prompt={translateMessages.dropPrompt}
          hint={translateMessages.accepts(toMegabytes(maxBytes))}
          drag={drag}
          accept={documentExtensions}
          isMultiple={false}
          isDisabled={isDisabled}
          onPick={handleFiles}
        />
      )}
    </div>
  )
}
