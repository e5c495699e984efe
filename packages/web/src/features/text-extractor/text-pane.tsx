/** The extracted text, to be read and changed. A copy beneath the field carries the marks and knows where each word is drawn. */
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { type Ref, useId, useImperativeHandle, useMemo, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import type { LinkedWord } from './linked-words.ts'
import { scrollIntoPane } from './scroll-into-pane.ts'
import { rangeOf, type Stretch, useTextMarks } from './use-text-marks.ts'

const { result: texts } = ocrMessages

/** What others may do with it. */
export interface TextPaneHandle {
  /** Selects a stretch and brings it into sight; takes the focus only when asked to. */
  select(stretch: Stretch, takesFocus: boolean): void
  /** Brings a place into sight, at the upper edge. */
  showFrom(offset: number): void
}

interface TextPaneProps {
  readonly handle: Ref<TextPaneHandle>
  readonly text: string
  readonly active: LinkedWord | undefined
  readonly doubtful: readonly LinkedWord[]
  /** Spaces mean something: every letter is as wide as the next. */
  readonly isMonospaced: boolean
  readonly onChange: (text: string, caret: number) => void
  readonly onCaret: (offset: number) => void
}

/** The same in field and copy, or the marks would lie beside their words. */
const lettering = 'px-4 py-3 leading-6 break-words whitespace-pre-wrap [unicode-bidi:plaintext]'

export function TextPane(props: TextPaneProps) {
  const { handle, text, active, doubtful, isMonospaced, onChange, onCaret } = props
  const hintId = useId()
  const paneRef = useRef<HTMLDivElement>(null)
  const copyRef = useRef<HTMLDivElement>(null)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const { start = 0, end = 0 } = active ?? {}
  const activeStretch = useMemo(() => [{ start, end }], [start, end])
  useTextMarks('ocr-doubtful', copyRef, doubtful)
  useTextMarks('ocr-active', copyRef, activeStretch)

  const show = (stretch: Stretch, place: 'nearest' | 'start') => {
    const textNode = copyRef.current?.firstChild
    if (!textNode || !paneRef.current) return
    scrollIntoPane(paneRef.current, rangeOf(textNode, stretch).getBoundingClientRect(), place)
  }
  useImperativeHandle(handle, () => ({
    select(stretch, takesFocus) {
      if (takesFocus) fieldRef.current?.focus({ preventScroll: true })
      fieldRef.current?.setSelectionRange(stretch.start, stretch.end)
      show(stretch, 'nearest')
    },
    showFrom: offset => show({ start: offset, end: Math.min(offset + 1, text.length) }, 'start'),
  }))

  return (
    <div
      ref={paneRef}
      className="focus-inside h-[min(60dvh,40rem)] overflow-y-auto overscroll-contain rounded border border-line-strong bg-surface max-md:h-[50dvh]"
    >
      <div
        className={cx(
          'grid min-h-full *:[grid-area:1/1]',
          isMonospaced ? 'font-mono text-xs' : 'font-text text-sm',
        )}
      >
        {/* The field grows with its copy; a last line break needs something behind it to have a line of its own. */}
        <div
          ref={copyRef}
          dir="auto"
          aria-hidden="true"
          className={cx(lettering, 'min-w-0 text-transparent')}
        >
          {`${text}\u200b`}
        </div>
        <textarea
          ref={fieldRef}
          dir="auto"
          aria-label={texts.text}
          aria-describedby={hintId}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value, currentTarget.selectionEnd)}
          onSelect={({ currentTarget }) => onCaret(currentTarget.selectionStart)}
          className={cx(
            lettering,
            'relative block h-full w-full resize-none overflow-hidden bg-transparent outline-none',
          )}
        />
      </div>
      <p id={hintId} className="sr-only">
        {texts.textHint}
      </p>
    </div>
  )
}
