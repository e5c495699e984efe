/** The lines of a transcript with their times: follows the film, goes where one is pressed, edits them in place. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import type { LocatedLine } from '../transcript/spoken-line.ts'
import { type LineActions, LineRow } from './line-row.tsx'
import { scrollToRow } from './scroll-to-row.ts'

const { done: texts } = videoTextMessages

interface LineListProps {
  readonly lines: readonly LocatedLine[]
  /** The line that is being said; -1 for none. */
  readonly currentIndex: number
  /** Whether there is a film to go to a place in. */
  readonly canPlay: boolean
  readonly isReadOnly: boolean
  readonly onSeek: (line: LocatedLine) => void
  readonly onEdit: (index: number, words: string) => void
}

const rowsAtFirst = 200

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: at => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, last) => last,
}

export function LineList({ lines, currentIndex, canPlay, isReadOnly, onSeek, onEdit }: LineListProps) {
  const listRef = useRef<HTMLOListElement>(null)
  /** The one line that the tabulator reaches; arrows go on from there. */
  const [tabStop, setTabStop] = useState(0)
  const [editedIndex, setEditedIndex] = useState(-1)
  const hintId = useId()
  const reachable = Math.min(tabStop, lines.length - 1)
  const isEditing = editedIndex !== -1
  // Hours of talk are thousands of rows: the first are there at once, the others when there is time.
  const shownCount = useDeferredValue(lines.length, rowsAtFirst)

  useEffect(() => {
    if (currentIndex !== -1 && !isEditing) scrollToRow(listRef.current, currentIndex)
  }, [currentIndex, isEditing])

  const focusLine = (index: number) => {
    setTabStop(index)
    listRef.current?.querySelector<HTMLElement>(`[data-line="${index}"]`)?.focus()
  }
  const edit = (index: number) => setEditedIndex(isReadOnly ? -1 : index)
  const press = (index: number) => {
    setTabStop(index)
    const line = lines[index]
    if (!canPlay) edit(index)
    else if (line) onSeek(line)
  }
  const finish = (index: number, words: string | undefined) => {
    setEditedIndex(-1)
    if (words !== undefined) onEdit(index, words)
  }
  const actions = useSteady({ press, edit, finish, focus: focusLine })
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const index = Number((event.target as HTMLElement).dataset.line ?? -1)
    if (index < 0) return
    const step = steps[event.key]
    if (event.key === 'F2') edit(index)
    else if (step) focusLine(step(index, lines.length - 1))
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
            // Lines have no name of their own, and never change places.
            key={`${line.startSeconds}-${lines[index - 1]?.startSeconds === line.startSeconds ? index : ''}`}
            index={index}
            startSeconds={line.startSeconds}
            text={line.text}
            isCurrent={index === currentIndex}
            isReachable={index === reachable}
            isEdited={index === editedIndex}
            isReadOnly={isReadOnly}
            actions={actions}
          />
        ))}
      </ol>
      <p id={hintId} className="mt-2 text-xs text-ink-muted">
        {canPlay ? texts.linesHint : texts.linesHintWithoutVideo}
      </p>
    </div>
  )
}

/** The same functions for ever, which do what the latest ones do: hours of talk are not drawn anew for every line. */
function useSteady(actions: LineActions): LineActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const [steady] = useState<LineActions>(() => ({
    press: index => latest.current.press(index),
    edit: index => latest.current.edit(index),
    finish: (index, words) => latest.current.finish(index, words),
    focus: index => latest.current.focus(index),
  }))
  return steady
}
