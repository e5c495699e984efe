/** Transcript lines with times: follows the video, seeks on click, edits in place. */
import { videoTextMessages } from '@filesmith/contract/tools/video2text/messages'
import { Combine, Pencil, Scissors } from 'lucide-react'
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { formatClock } from '../../../lib/format-clock.ts'
import { actionStyle } from '../../../ui/action-style.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useIsTouch } from '../../../ui/use-is-touch.ts'
import type { LocatedLine } from '../transcript/spoken-line.ts'

const { done: texts } = videoTextMessages

const LineRow = memo(function LineRow(props: LineRowProps) {
  const { index, startSeconds, text, isCurrent, isFocusable, isEdited, isReadOnly, isLast, actions } = props
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
          canMerge={!isLast}
          onFinish={newText => actions.finish(index, newText)}
          onSplit={(newText, offset) => actions.split(index, newText, offset)}
          onMerge={newText => actions.merge(index, newText)}
          onShift={seconds => actions.shift(index, seconds)}
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

interface LineListProps {
  readonly lines: readonly LocatedLine[]
  /** Index of the line being spoken; -1 for none. */
  readonly currentIndex: number
  /** Whether there is a video to seek in. */
  readonly canPlay: boolean
  readonly isReadOnly: boolean
  readonly onSeek: (line: LocatedLine) => void
  readonly onEdit: (index: number, newText: string) => void
  readonly onSplit: (index: number, newText: string, offset: number) => void
  readonly onMerge: (index: number, newText: string) => void
  readonly onShift: (index: number, seconds: number) => void
}

const initialRows = 200

const keyTargets: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: at => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, last) => last,
}

export function LineList(props: LineListProps) {
  const { lines, currentIndex, canPlay, isReadOnly, onSeek, onEdit, onSplit, onMerge, onShift } = props
  const listRef = useRef<HTMLOListElement>(null)
  /** Roving tabindex: the one line in the tab order; arrow keys move from there. */
  const [tabStop, setTabStop] = useState(0)
  const [editedIndex, setEditedIndex] = useState(-1)
  const hintId = useId()
  const isTouch = useIsTouch()
  const focusableIndex = Math.min(tabStop, lines.length - 1)
  const isEditing = editedIndex !== -1
  // Hours of speech have thousands of rows: the first are rendered at once, the others deferred.
  const shownCount = useDeferredValue(lines.length, initialRows)

  useEffect(() => {
    if (currentIndex !== -1 && !isEditing) scrollToRow(listRef.current, currentIndex)
  }, [currentIndex, isEditing])

  const focusLine = (index: number) => {
    setTabStop(index)
    listRef.current?.querySelector<HTMLElement>(`[data-line="${index}"]`)?.focus()
  }
  const edit = (index: number) => setEditedIndex(isReadOnly ? -1 : index)
  const activate = (index: number) => {
    setTabStop(index)
    const line = lines[index]
    if (!canPlay) edit(index)
    else if (line) onSeek(line)
  }
  const finish = (index: number, newText: string | undefined) => {
    setEditedIndex(-1)
    if (newText !== undefined) onEdit(index, newText)
  }
  const actions = useStableActions({
    activate,
    edit,
    finish,
    split(index, newText, offset) {
      setEditedIndex(-1)
      onSplit(index, newText, offset)
    },
    merge(index, newText) {
      setEditedIndex(-1)
      onMerge(index, newText)
    },
    shift: onShift,
    focus: focusLine,
  })
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const index = Number((event.target as HTMLElement).dataset.line ?? -1)
    if (index < 0) return
    const target = keyTargets[event.key]
    if (event.key === 'F2') edit(index)
    else if (target) focusLine(target(index, lines.length - 1))
    else return
    event.preventDefault()
  }

  if (lines.length === 0)
    return <p className="rounded border border-line bg-paper p-5 text-ink-muted">{texts.noLines}</p>
  return (
    <div>
      <ol
        ref={listRef}
        aria-describedby={hintId}
        onKeyDown={onKeyDown}
        className="relative h-96 resize-y overflow-y-auto overscroll-contain rounded border border-line-strong bg-surface py-1"
      >
        {lines.slice(0, shownCount).map((line, index) => (
          <LineRow
            // Lines have no id; while one is edited its time may change, but not its position.
            key={
              index === editedIndex
                ? 'edited'
                : `${line.startSeconds}-${lines[index - 1]?.startSeconds === line.startSeconds ? index : ''}`
            }
            index={index}
            startSeconds={line.startSeconds}
            text={line.text}
            isCurrent={index === currentIndex}
            isFocusable={index === focusableIndex}
            isEdited={index === editedIndex}
            isReadOnly={isReadOnly}
            isLast={index === lines.length - 1}
            actions={actions}
          />
        ))}
      </ol>
      <p id={hintId} className="mt-2 text-xs text-ink-muted">
        {canPlay ? (isTouch ? texts.linesHintTouch : texts.linesHint) : texts.linesHintWithoutVideo}
      </p>
    </div>
  )
}

/** Actions with a stable identity that call the latest ones, so that memoized rows do not re-render. */
function useStableActions(actions: LineActions): LineActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<LineActions>(() => ({
    activate: index => latest.current.activate(index),
    edit: index => latest.current.edit(index),
    finish: (index, newText) => latest.current.finish(index, newText),
    split: (index, newText, offset) => latest.current.split(index, newText, offset),
    merge: (index, newText) => latest.current.merge(index, newText),
    shift: (index, seconds) => latest.current.shift(index, seconds),
    focus: index => latest.current.focus(index),
  }))
  return stable
}

/** Scrolls a row to the center of its list without scrolling the page. */
function scrollToRow(list: HTMLElement | null, index: number): void {
  const row = list?.children[index]
  if (!list || !(row instanceof HTMLElement)) return
  const isAbove = row.offsetTop < list.scrollTop
  const isBelow = row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight
  if (!isAbove && !isBelow) return
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  list.scrollTo({
    top: row.offsetTop - (list.clientHeight - row.offsetHeight) / 2,
    behavior: prefersReducedMotion ? 'auto' : 'smooth',
  })
}

/** One transcript line: time, text and edit button. */
interface LineActions {
  readonly activate: (index: number) => void
  readonly edit: (index: number) => void
  /** Undefined if the edit was discarded. */
  readonly finish: (index: number, newText: string | undefined) => void
  readonly split: (index: number, newText: string, offset: number) => void
  /** With the next line. */
  readonly merge: (index: number, newText: string) => void
  readonly shift: (index: number, seconds: number) => void
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
  readonly isLast: boolean
  readonly actions: LineActions
}

/** Step of the buttons that move a line in time. */
const shiftSeconds = 0.5

interface LineEditorProps {
  readonly label: string
  readonly time: string
  readonly text: string
  readonly canMerge: boolean
  /** Undefined if the edit was discarded. */
  readonly onFinish: (newText: string | undefined) => void
  readonly onSplit: (newText: string, offset: number) => void
  readonly onMerge: (newText: string) => void
  readonly onShift: (seconds: number) => void
  /** Called after an edit by keyboard or button, to restore the focus. */
  readonly onClosed: () => void
}

/** Inline editor of one transcript line: Enter saves, Escape discards, Ctrl+Enter splits at the cursor. */
function LineEditor(props: LineEditorProps) {
  const { label, time, text, canMerge, onFinish, onSplit, onMerge, onShift, onClosed } = props
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const isFinished = useRef(false)
  useEffect(() => {
    const field = fieldRef.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])

  /** Once: removing the focused field fires `blur` as well. */
  const close = (work: (field: HTMLTextAreaElement) => void) => {
    const field = fieldRef.current
    if (isFinished.current || !field) return
    isFinished.current = true
    work(field)
  }
  const closeAndReturn = (work: (field: HTMLTextAreaElement) => void) => {
    close(work)
    requestAnimationFrame(onClosed)
  }
  const split = () => closeAndReturn(field => onSplit(field.value, field.selectionStart))
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // IME composition is in progress.
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) split()
    else closeAndReturn(field => onFinish(event.key === 'Enter' ? field.value : undefined))
  }
  const button = actionStyle('quiet', 'regular', 'min-h-8 text-xs')
  return (
    <fieldset
      aria-label={texts.editLine(time)}
      className="flex min-w-0 grow flex-col gap-1 px-3 py-1"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close(field => onFinish(field.value))
      }}
    >
      <div className="flex items-baseline gap-3">
        <span className="figures shrink-0 text-xs text-ink-muted">{time}</span>
        <textarea
          ref={fieldRef}
          aria-label={label}
          dir="auto"
          rows={1}
          defaultValue={text}
          onKeyDown={onKeyDown}
          className="field-sizing-content -mx-1.5 min-w-0 grow resize-none rounded border border-line-strong bg-surface px-1.5 py-1"
        />
      </div>
      <div className="flex flex-wrap gap-1">
        <button type="button" className={button} onClick={split}>
          <Icon of={Scissors} sizePx={16} /> {texts.split}
        </button>
        {canMerge ? (
          <button
            type="button"
            className={button}
            onClick={() => closeAndReturn(field => onMerge(field.value))}
          >
            <Icon of={Combine} sizePx={16} /> {texts.merge}
          </button>
        ) : null}
        <button type="button" className={button} onClick={() => onShift(-shiftSeconds)}>
          {texts.earlier(shiftSeconds)}
        </button>
        <button type="button" className={button} onClick={() => onShift(shiftSeconds)}>
          {texts.later(shiftSeconds)}
        </button>
      </div>
    </fieldset>
  )
}
