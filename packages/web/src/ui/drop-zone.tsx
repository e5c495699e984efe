/** Takes a file by drop, pick or paste. Empty it is the counter; with a file on it, it is that file, and takes another. */
import { checkFiles, type FileRules } from '@filesmith/contract/check-files'
import { defaultMaxBytes } from '@filesmith/contract/limits'
import { type ReactNode, useRef, useState } from 'react'
import { EmptyDropZone } from './empty-drop-zone.tsx'
import { useFileDrop } from './use-file-drop.ts'

interface DropZoneProps extends Partial<FileRules> {
  readonly icon: ReactNode
  readonly prompt: string
  /** What it takes and how big, in words. */
  readonly takes: string
  /** Words of the tool's own for what it does not take, said on the page and to `onRefused`. */
  readonly refusals?: Readonly<Partial<Record<'too-large' | 'wrong-type' | 'empty', string>>> | undefined
  readonly onRefused?: (message: string) => void
  readonly isDisabled?: boolean
  /** Whether drops and pastes anywhere on the page are meant for this area. */
  readonly isListening?: boolean
  /** Takes only what is dropped on the area itself, where another one listens to the page. */
  readonly isAreaOnly?: boolean
  /** The card of the file that lies here. */
  readonly occupiedBy?: ReactNode
  readonly onFiles: (files: readonly File[]) => void
}

export function DropZone(props: DropZoneProps) {
  const { icon, prompt, takes, isDisabled = false, isListening = true, occupiedBy, onFiles } = props
  const { isAreaOnly = false, refusals, onRefused } = props
  const { accept = '', isMultiple = false, maxBytes = defaultMaxBytes, extensions = [] } = props
  const areaRef = useRef<HTMLDivElement>(null)
  const [complaint, setComplaint] = useState('')

  const take = (chosen: readonly File[]) => {
    if (isDisabled) return
    const checked = checkFiles(chosen, { accept, isMultiple, maxBytes, extensions })
    setComplaint('')
    if (checked.isAccepted) return onFiles(checked.files)
    if (checked.reason === 'none') return
    const own = refusals?.[checked.reason]
    if (own) onRefused?.(own)
    if (checked.reason === 'too-large' && !own) window.alert(checked.message)
    else setComplaint(own ?? checked.message)
  }
  const reach = isAreaOnly ? 'area' : 'page'
  const place = useFileDrop({ areaRef, reach: isListening ? reach : 'none', onFiles: files => take(files) })
  const drag = isDisabled ? 'none' : place

  return (
    <div ref={areaRef} data-drag={drag} className="group/zone flex flex-col *:first:grow">
      {occupiedBy ?? (
        <EmptyDropZone
          icon={icon}
          prompt={prompt}
          takes={takes}
          drag={drag}
          accept={accept}
          isMultiple={isMultiple}
          isDisabled={isDisabled}
          onPick={take}
        />
      )}
      <p role="alert" className="order-first font-semibold text-danger not-empty:mb-3">
        {complaint}
      </p>
    </div>
  )
}
