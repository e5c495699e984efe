/** One line of a transcript: its time, its words, and a way to change them. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { Pencil } from 'lucide-react'
import { memo } from 'react'
import { formatClock } from '../../../lib/format-clock.ts'
import { cx } from '../../../ui/cx.ts'
import { RowButton } from '../../../ui/row-button.tsx'
import { LineEditor } from './line-editor.tsx'

const { done: texts } = videoTextMessages

interface LineRowProps {
  readonly index: number
  readonly startSeconds: number
  readonly text: string
  readonly isCurrent: boolean
  /** Whether the tabulator stops here. */
  readonly isReachable: boolean
  readonly isEdited: boolean
  readonly isReadOnly: boolean
  readonly onPress: (index: number) => void
  readonly onEdit: (index: number) => void
  /** Without words when nothing shall change. */
  readonly onFinish: (index: number, words: string | undefined) => void
  /** The field is gone; the focus goes back to the line. */
  readonly onLeft: (index: number) => void
}

export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { index, startSeconds, text, isCurrent, isReachable, isEdited, isReadOnly } = props
  const time = formatClock(Math.floor(startSeconds))
  const tabIndex = isReachable ? 0 : -1
  return (
    <li
      aria-current={isCurrent || undefined}
      className={cx(
        'line-row flex items-start border-l-3',
        isCurrent ? 'border-accent bg-accent-wash' : 'border-transparent',
      )}
    >
      {isEdited ? (
        <LineEditor
          label={texts.wordsAt(time)}
          time={time}
          text={text}
          onFinish={words => props.onFinish(index, words)}
          onLeft={() => props.onLeft(index)}
        />
      ) : (
        <>
          <button
            type="button"
            data-line={index}
            tabIndex={tabIndex}
            onClick={() => props.onPress(index)}
            onDoubleClick={() => props.onEdit(index)}
            className="flex min-w-0 grow items-baseline gap-3 rounded px-3 py-2 text-left hover:bg-surface-sunken focus-visible:-outline-offset-2"
          >
            <span className="figures shrink-0 text-xs text-ink-muted">{time}</span>
            <span dir="auto" className="min-w-0 grow whitespace-pre-line">
              {text}
            </span>
          </button>
          {isReadOnly ? null : (
            <RowButton
              icon={Pencil}
              label={texts.editLine(time)}
              tabIndex={tabIndex}
              onClick={() => props.onEdit(index)}
            />
          )}
        </>
      )}
    </li>
  )
})
