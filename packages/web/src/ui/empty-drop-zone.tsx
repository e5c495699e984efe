/** The empty drop area: says what it takes, and lights up under a dragged file. */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { type ChangeEvent, type ReactNode, useId } from 'react'
import { actionStyle } from './action-style.ts'
import { cx } from './cx.ts'
import type { DragPlace } from './use-file-drop.ts'

interface EmptyDropZoneProps {
  readonly icon: ReactNode
  readonly prompt: string
  readonly takes: ReactNode
  readonly drag: DragPlace
  readonly accept: string
  readonly isMultiple: boolean
  readonly isDisabled: boolean
  readonly onPick: (files: readonly File[]) => void
  /** Where it takes several: how that is said, and what else can be pressed. */
  readonly words?: DropWords
  readonly otherWays?: ReactNode
}

interface DropWords {
  readonly choose: string
  readonly chooseOrPaste: string
  readonly dropAnywhere: string
  readonly dropNow: string
}

const looks: Readonly<Record<DragPlace, string>> = {
  none: 'border-dashed border-line-strong bg-paper',
  page: 'border-dashed border-accent bg-paper',
  area: 'border-accent bg-accent-wash',
}

export function EmptyDropZone(props: EmptyDropZoneProps) {
  const { icon, prompt, takes, drag, accept, isMultiple, isDisabled, onPick } = props
  const { words = uploadMessages, otherWays } = props
  const id = useId()
  const promptNow = { none: prompt, page: words.dropAnywhere, area: words.dropNow }[drag]

  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onPick([...(currentTarget.files ?? [])])
    // Otherwise picking the same file again would be no change.
    currentTarget.value = ''
  }

  return (
    <label
      htmlFor={id}
      aria-disabled={isDisabled || undefined}
      className={cx(
        'focus-inside group relative flex min-h-92 flex-col overflow-hidden rounded border transition-colors',
        looks[drag],
        !isDisabled && drag === 'none' && 'hover:border-ink',
      )}
    >
      <div className="ruler" aria-hidden="true" />
      <div className="flex grow flex-col items-center justify-center gap-4 px-5 py-8 text-center">
        {icon}
        <span
          className={cx('text-balance font-heading text-xl font-semibold', isDisabled && 'text-ink-muted')}
        >
          {promptNow}
        </span>
        <span className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
          <span
            className={actionStyle('outline', 'regular', isDisabled ? '' : 'group-hover:border-ink')}
            aria-disabled={isDisabled || undefined}
          >
            {words.choose}
          </span>
          {otherWays}
          <span className="text-ink-muted">{words.chooseOrPaste}</span>
        </span>
        <span id={`${id}-takes`} className="text-balance text-ink-muted">
          {takes}
        </span>
      </div>
      <input
        id={id}
        type="file"
        accept={accept || undefined}
        multiple={isMultiple}
        disabled={isDisabled}
        onChange={pick}
        aria-label={`${words.choose}: ${prompt}`}
        aria-describedby={`${id}-takes`}
        className="absolute bottom-0 left-1/2 size-px opacity-0"
      />
    </label>
  )
}
