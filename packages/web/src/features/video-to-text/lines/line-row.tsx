/** One transcript line: time, text and edit button. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { Pencil } from 'lucide-react'
import { memo } from 'react'
import { formatClock } from '../../../lib/format-clock.ts'
import { actionStyle } from '../../../ui/action-style.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { LineEditor } from './line-editor.tsx'

const { done: texts } = videoTextMessages

export interface LineActions {
  readonly activate: (index: number) => void
  readonly edit: (index: number) => void
  /** Undefined if the edit was discarded. */
  readonly finish: (index: number, newText: string | undefined) => void
  /** The editor is closed; moves the focus back to the line. */
  readonly focus: (index: number) => void
}

interface LineRowProps {
  readonly index: number
  readonly startSeconds: number
  readonly text: string
  readonly isCurrent: boolean
  /** Whether it is in the tab order. */
  readonly isFocusable: boolean
  readonly isEdited: boolean
  readonly isReadOnly: boolean
  readonly actions: LineActions
}

export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { index, startSeconds, text, isCurrent, isFocusable, isEdited, isReadOnly, actions } = props
  const time = formatClock(Math.floor(startSeconds))
  const tabIndex = isFocusable ? 0 : -1
  return (
    <li
      aria-current={isCurrent || undefined}
      className={cx(
        'flex items-start border-l-3 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]',
        isCurrent ? 'border-accent bg-accent-wash' : 'border-transparent',
      )}
    >
      {isEdited ? (
        <LineEditor
          label={texts.wordsAt(time)}
          time={time}
          text={text}
          onFinish={newText => actions.finish(index, newText)}
          onClosed={() => actions.focus(index)}
        />
      ) : (
        <>
          <button
            type="button"
            data-line={index}
            tabIndex={tabIndex}
            onClick={() => actions.activate(index)}
            onDoubleClick={() => actions.edit(index)}
            className="flex min-w-0 grow items-baseline gap-3 rounded px-3 py-2 text-left hover:bg-surface-sunken focus-visible:-outline-offset-2"
          >
            <span className="figures shrink-0 text-xs text-ink-muted">{time}</span>
            <span dir="auto" className="min-w-0 grow text-start whitespace-pre-line">
              {text}
            </span>
          </button>
          {isReadOnly ? null : (
            <button
              type="button"
              aria-label={texts.editLine(time)}
              title={texts.editLine(time)}
              tabIndex={tabIndex}
              onClick={() => actions.edit(index)}
              className={actionStyle(
                'quiet',
                'regular',
                'w-10 shrink-0 px-0! text-ink-muted! focus-visible:-outline-offset-2',
              )}
            >
              <Icon of={Pencil} sizePx={16} />
            </button>
          )}
        </>
      )}
    </li>
  )
})
