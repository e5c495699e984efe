/** Transcript lines with times: follows the video, seeks on click, edits in place. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import type { LocatedLine } from '../transcript/spoken-line.ts'
import { type LineActions, LineRow } from './line-row.tsx'
import { scrollToRow } from './scroll-to-row.ts'

const { done: texts } = videoTextMessages

interface LineListProps {
  readonly lines: readonly LocatedLine[]
  /** Index of the line being spoken; -1 for none. */
  readonly currentIndex: number
  /** Whether there is a video to seek in. */
  readonly canPlay: boolean
  readonly isReadOnly: boolean
  readonly onSeek: (line: LocatedLine) => void
  readonly onEdit: (index: number, newText: string) => void
}

const initialRows = 200

const keyTargets: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: at => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, last) => last,
}

export function LineList({ lines, currentIndex, canPlay, isReadOnly, onSeek, onEdit }: LineListProps) {
  const listRef = useRef<HTMLOListElement>(null)
  /** Roving tabindex: the one line in the tab order; arrow keys move from there. */
  const [tabStop, setTabStop] = useState(0)
  const [editedIndex, setEditedIndex] = useState(-1)
  const hintId = useId()
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
  const actions = useStableActions({ activate, edit, finish, focus: focusLine })
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
            // Lines have no id, and never change their order.
            key={`${line.startSeconds}-${lines[index - 1]?.startSeconds === line.startSeconds ? index : ''}`}
            index={index}
            startSeconds={line.startSeconds}
            text={line.text}
            isCurrent={index === currentIndex}
            isFocusable={index === focusableIndex}
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
    focus: index => latest.current.focus(index),
  }))
  return stable
}
