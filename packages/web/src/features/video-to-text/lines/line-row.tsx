/** One line of a transcript: its time, its words, and a way to change them. */
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
  readonly press: (index: number) => void
  readonly edit: (index: number) => void
  /** Without words when nothing shall change. */
  readonly finish: (index: number, words: string | undefined) => void
  /** The field is gone; the focus goes back to the line. */
  readonly focus: (index: number) => void
}

interface LineRowProps {
  readonly index: number
  readonly startSeconds: number
  readonly text: string
  readonly isCurrent: boolean
  /** Whether the tabulator stops here. */
  readonly isReachable: boolean
  readonly isEdited: boolean
  readonly isReadOnly: boolean
  readonly actions: LineActions
}

export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { index, startSeconds, text, isCurrent, isReachable, isEdited, isReadOnly, actions } = props
  const time = formatClock(Math.floor(startSeconds))
  const tabIndex = isReachable ? 0 : -1
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
          onFinish={words => actions.finish(index, words)}
          onLeft={() => actions.focus(index)}
        />
      ) : (
        <>
          <button
            type="button"
            data-line={index}
            tabIndex={tabIndex}
            onClick={() => actions.press(index)}
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
