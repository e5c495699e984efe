/** Drop zone for files by drop, file picker or paste; shows the current file once there is one and accepts a replacement. */
import { checkFiles, type FileRules } from '@filesmith/contract/check-files'
import { defaultMaxBytes } from '@filesmith/contract/limits'
import { type ReactNode, useRef, useState } from 'react'
import { EmptyDropZone } from './empty-drop-zone.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useKeptFocus } from './use-kept-focus.ts'

interface DropZoneProps extends Partial<FileRules> {
  readonly icon: ReactNode
  readonly prompt: string
  /** Accepted formats and maximum size. */
  readonly hint: string
  /** Tool-specific messages for rejected files, shown on the page and passed to `onRefused`. */
  readonly refusals?: Readonly<Partial<Record<'too-large' | 'wrong-type' | 'empty', string>>> | undefined
  readonly onRefused?: (message: string) => void
  readonly isDisabled?: boolean
  /** Whether this zone handles drops and pastes. */
  readonly isListening?: boolean
  /** Handles only drops on the zone itself, for pages where another zone handles the rest. */
  readonly isAreaOnly?: boolean
  /** Card of the current file, shown instead of the empty zone. */
  readonly content?: ReactNode
  readonly onFiles: (files: readonly File[]) => void
}

export function DropZone(props: DropZoneProps) {
  const { icon, prompt, hint, isDisabled = false, isListening = true, content, onFiles } = props
  const { isAreaOnly = false, refusals, onRefused } = props
  const { accept = '', isMultiple = false, maxBytes = defaultMaxBytes, extensions = [] } = props
  const areaRef = useRef<HTMLDivElement>(null)
  const [error, setError] = useState('')

  const handleFiles = (chosen: readonly File[]) => {
    if (isDisabled) return
    const checked = checkFiles(chosen, { accept, isMultiple, maxBytes, extensions })
    setError('')
    if (checked.isAccepted) return onFiles(checked.files)
    if (checked.reason === 'none') return
    const customMessage = refusals?.[checked.reason]
    if (customMessage) onRefused?.(customMessage)
    if (checked.reason === 'too-large' && !customMessage) window.alert(checked.message)
    else setError(customMessage ?? checked.message)
  }
  useKeptFocus(areaRef)
  const scope = isAreaOnly ? 'area' : 'page'
  const dragTarget = useFileDrop({
    areaRef,
    scope: isListening ? scope : 'none',
    onFiles: files => handleFiles(files),
  })
  const drag = isDisabled ? 'none' : dragTarget

  return (
    <div ref={areaRef} data-drag={drag} className="group/zone flex flex-col *:first:grow">
      {content ?? (
        <EmptyDropZone
          icon={icon}
          prompt={prompt}
          hint={hint}
          drag={drag}
          accept={accept}
          isMultiple={isMultiple}
          isDisabled={isDisabled}
          onPick={handleFiles}
        />
      )}
      <p role="alert" className="order-first font-semibold text-danger not-empty:mb-3">
        {error}
      </p>
    </div>
  )
}
