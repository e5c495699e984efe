/** Empty drop zone: shows what it accepts and is highlighted while a file is dragged over it. */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { type ChangeEvent, type ReactNode, useId } from 'react'
import { actionStyle } from './action-style.ts'
import { cx } from './cx.ts'
import type { DragTarget } from './use-file-drop.ts'
import { useIsTouch } from './use-is-touch.ts'

interface EmptyDropZoneProps {
  readonly icon: ReactNode
  readonly prompt: string
  readonly hint: ReactNode
  readonly drag: DragTarget
  readonly accept: string
  readonly isMultiple: boolean
  readonly isDisabled: boolean
  readonly onPick: (files: readonly File[]) => void
  /** Texts for zones that accept several files. */
  readonly texts?: DropZoneTexts
  readonly extraActions?: ReactNode
}

interface DropZoneTexts {
  readonly choose: string
  readonly chooseOrPaste: string
  readonly dropAnywhere: string
  readonly dropToUpload: string
}

const dragStyles: Readonly<Record<DragTarget, string>> = {
  none: 'border-dashed border-line-strong bg-paper',
  page: 'border-dashed border-accent bg-paper',
  area: 'border-accent bg-accent-wash',
}

export function EmptyDropZone(props: EmptyDropZoneProps) {
  const { icon, prompt, hint, drag, accept, isMultiple, isDisabled, onPick } = props
  const { texts = uploadMessages, extraActions } = props
  const id = useId()
  const isTouch = useIsTouch()
  const idlePrompt = isTouch ? uploadMessages.choosePrompt(prompt) : prompt
  const currentPrompt = { none: idlePrompt, page: texts.dropAnywhere, area: texts.dropToUpload }[drag]

  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onPick([...(currentTarget.files ?? [])])
    // Otherwise choosing the same file again would not fire `change`.
    currentTarget.value = ''
  }

  return (
    <label
      htmlFor={id}
      aria-disabled={isDisabled || undefined}
      className={cx(
        'focus-inside group relative flex min-h-92 flex-col short:min-h-44 overflow-hidden rounded border transition-colors',
        dragStyles[drag],
        !isDisabled && drag === 'none' && 'hover:border-ink',
      )}
    >
      <div className="ruler" aria-hidden="true" />
      <div className="flex grow flex-col items-center justify-center gap-4 px-5 py-8 text-center short:gap-2 short:py-4">
        <div className="short:hidden">{icon}</div>
        <span
          className={cx('text-balance font-heading text-xl font-semibold', isDisabled && 'text-ink-muted')}
        >
          {currentPrompt}
        </span>
        <span className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
          <span
            className={actionStyle('outline', 'regular', isDisabled ? '' : 'group-hover:border-ink')}
            aria-disabled={isDisabled || undefined}
          >
            {texts.choose}
          </span>
          {extraActions}
          {isTouch ? null : <span className="text-ink-muted">{texts.chooseOrPaste}</span>}
        </span>
        <span id={`${id}-hint`} className="text-balance text-ink-muted">
          {hint}
        </span>
      </div>
      <input
        id={id}
        type="file"
        accept={accept || undefined}
        multiple={isMultiple}
        disabled={isDisabled}
        onChange={handleChange}
        aria-label={`${texts.choose}: ${idlePrompt}`}
        aria-describedby={`${id}-hint`}
        className="absolute bottom-0 left-1/2 size-px opacity-0"
      />
    </label>
  )
}
