/** A part of the text: a field, and beneath it the same once more, unseen, which carries the marks and gives the field its height. */
import { type KeyboardEvent, memo, useLayoutEffect, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { Stretch } from '../linking/text-sections.ts'
import { useTextMarks } from './use-text-marks.ts'

export interface TextSectionHandle {
  select(stretch: Stretch, takesFocus: boolean): void
  /** Where a stretch is drawn. */
  locate(stretch: Stretch): DOMRect | undefined
}

export interface SectionEvents {
  readonly onChange: (index: number, text: string, caret: number) => void
  readonly onCaret: (index: number, offset: number) => void
  /** Over the edge, to the section before (-1) or behind (1). */
  readonly onLeave: (index: number, direction: 1 | -1) => void
  /** The line break in front of it is to go. */
  readonly onJoin: (index: number) => void
}

interface TextSectionProps extends SectionEvents {
  /** Where it can be found as long as it is there, by its index. */
  readonly fields: Map<number, TextSectionHandle>
  readonly index: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly label: string
  readonly hintId: string
  readonly text: string
  readonly doubtful: readonly Stretch[]
  readonly active: readonly Stretch[]
}

/** Typing in one section draws no other anew. */
export const TextSection = memo(function TextSection(props: TextSectionProps) {
  const { fields, index, isFirst, isLast, label, hintId, text, doubtful, active } = props
  const { onChange, onCaret, onLeave, onJoin } = props
  const copyRef = useRef<HTMLDivElement>(null)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  useTextMarks('ocr-doubtful', copyRef, text, doubtful)
  useTextMarks('ocr-active', copyRef, text, active)
  useLayoutEffect(() => {
    fields.set(index, {
      select({ start, end }, takesFocus) {
        if (takesFocus) fieldRef.current?.focus({ preventScroll: true })
        fieldRef.current?.setSelectionRange(start, end)
      },
      locate({ start, end }) {
        const node = copyRef.current?.firstChild
        if (!node) return undefined
        const range = document.createRange()
        range.setStart(node, start)
        range.setEnd(node, end)
        return range.getBoundingClientRect()
      },
    })
    return () => {
      fields.delete(index)
    }
  }, [fields, index])

  const crossEdge = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event
    if (selectionStart !== selectionEnd || shiftKey || ctrlKey || altKey || metaKey) return
    const isAtStart = selectionStart === 0 && !isFirst
    const isAtEnd = selectionEnd === text.length && !isLast
    const cross =
      (isAtStart && goesBack.has(key) && (() => onLeave(index, -1))) ||
      (isAtEnd && goesOn.has(key) && (() => onLeave(index, 1))) ||
      (isAtStart && key === 'Backspace' && (() => onJoin(index))) ||
      (isAtEnd && key === 'Delete' && (() => onJoin(index + 1)))
    if (!cross) return
    event.preventDefault()
    cross()
  }

  // The same in field and copy, or the marks would lie beside their words.
  const lettering = cx('px-4 break-words whitespace-pre-wrap', isFirst && 'pt-3', isLast && 'pb-3')
  return (
    // What is out of sight is not drawn; until it has been seen once, its height is a guess.
    <div
      style={{ containIntrinsicBlockSize: `auto ${guessedLines(text) * guessedLinePx}px` }}
      className={cx('grid [content-visibility:auto] *:[grid-area:1/1]', isLast && 'grow')}
    >
      <div
        ref={copyRef}
        dir="auto"
        aria-hidden="true"
        className={cx(lettering, 'min-w-0 text-transparent select-none [unicode-bidi:plaintext]')}
      >
        {/* A last line break needs something behind it to have a line of its own. */}
        {`${text}\u200b`}
      </div>
      <textarea
        ref={fieldRef}
        dir="auto"
        aria-label={label}
        aria-describedby={hintId}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => onChange(index, currentTarget.value, currentTarget.selectionEnd)}
        onSelect={({ currentTarget }) => onCaret(index, currentTarget.selectionStart)}
        onKeyDown={crossEdge}
        className={cx(
          lettering,
          'relative block h-full w-full resize-none overflow-hidden bg-transparent outline-none [unicode-bidi:plaintext]',
        )}
      />
    </div>
  )
}, isSame)

const guessedLinePx = 24
const guessedLineLetters = 90

function guessedLines(text: string): number {
  return text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / guessedLineLetters)), 0)
}

const goesBack = new Set(['ArrowLeft', 'ArrowUp'])
const goesOn = new Set(['ArrowRight', 'ArrowDown'])

/** Marks are made anew with every letter: what counts is where they are. */
function isSame(one: TextSectionProps, other: TextSectionProps): boolean {
  return (
    (Object.keys(other) as (keyof TextSectionProps)[]).every(
      name => name === 'doubtful' || name === 'active' || one[name] === other[name],
    ) &&
    isSamePlaces(one.doubtful, other.doubtful) &&
    isSamePlaces(one.active, other.active)
  )
}

function isSamePlaces(one: readonly Stretch[], other: readonly Stretch[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ start, end }, at) => start === other[at]?.start && end === other[at]?.end)
  )
}
