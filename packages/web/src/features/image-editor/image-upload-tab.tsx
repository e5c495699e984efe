/** The Upload tab: drop zone, opening progress, or the open image. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { formats } from '@filesmith/contract/formats'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { editImage } from '@filesmith/contract/operations/edit-image'
import { extensionsOf } from '@filesmith/contract/tools/tool'
import { SlidersHorizontal, X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyDropZone } from '../../ui/empty-drop-zone.tsx'
import { FileCard } from '../../ui/file-card.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { OpeningStatus } from './opening-status.tsx'
import type { OpenState } from './use-open-image.ts'

const accept = ['image/*', ...extensionsOf(editImage.inputs).map(extension => `.${extension}`)].join(',')

interface ImageUploadTabProps {
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly openState: OpenState
  readonly maxBytes: number
  readonly isVisible: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly onEdit: () => void
  readonly onClear: () => void
}

export function ImageUploadTab(props: ImageUploadTabProps) {
  const { panelRef, openState, maxBytes, isVisible, onFiles, onEdit, onClear } = props
  const areaRef = useRef<HTMLDivElement>(null)
  const drag = useFileDrop({
    areaRef,
    scope: isVisible ? 'page' : 'none',
    onFiles: files => onFiles(files),
  })
  return (
    <div ref={panelRef} tabIndex={-1} className="outline-none">
      <div ref={areaRef} data-drag={drag} className="group/zone flex min-w-0 flex-col *:first:grow">
        {openState.phase === 'none' ? (
          <EmptyDropZone
            icon={<FileIcon kind="image" />}
            prompt={imageEditorMessages.dropPrompt}
            hint={imageEditorMessages.accepts(toMegabytes(maxBytes))}
            drag={drag}
            accept={accept}
            isMultiple={false}
            isDisabled={false}
            onPick={onFiles}
          />
        ) : (
          <SelectedImage openState={openState} onFiles={onFiles} onEdit={onEdit} onClear={onClear} />
        )}
        <p role="alert" className="order-first font-semibold text-danger not-empty:mb-3">
          {openState.phase === 'none' ? openState.complaint : null}
        </p>
      </div>
    </div>
  )
}

interface SelectedImageProps extends Pick<ImageUploadTabProps, 'onFiles' | 'onEdit' | 'onClear'> {
  readonly openState: Exclude<OpenState, { phase: 'none' }>
}

function SelectedImage({ openState, onFiles, onEdit, onClear }: SelectedImageProps) {
  const isOpen = openState.phase === 'open'
  const file = isOpen ? openState.image.file : openState.file
  const url = useObjectUrl(isOpen ? openState.image.readable : undefined, 0)
  return (
    <FileCard
      image={
        url ? (
          <img
            src={url}
            alt=""
            className="checkerboard absolute inset-4 m-auto max-h-[calc(100%-2rem)] max-w-[calc(100%-2rem)] object-contain"
          />
        ) : (
          <FileIcon kind="image" />
        )
      }
      title={file.name}
      detail={
        isOpen
          ? `${formats[openState.image.format].label} · ${imageEditorMessages.size(openState.image.width, openState.image.height)} · ${formatBytes(file.size)}`
          : formatBytes(file.size)
      }
      status={
        isOpen ? (
          <p className="text-xs text-ink-muted">{imageEditorMessages.reloadWarning}</p>
        ) : (
          <OpeningStatus server={openState.server} />
        )
      }
      action={
        isOpen ? (
          <>
            <Button variant="accent" onClick={onEdit}>
              <Icon of={SlidersHorizontal} /> {imageEditorMessages.edit}
            </Button>
            <FilePickerButton accept={accept} onPick={onFiles}>
              {imageEditorMessages.chooseAnother}
            </FilePickerButton>
            <Button onClick={onClear}>
              <Icon of={X} /> {imageEditorMessages.startOver}
            </Button>
          </>
        ) : (
          <Button onClick={onClear}>
            <Icon of={X} /> {imageEditorMessages.cancel}
          </Button>
        )
      }
    />
  )
}
