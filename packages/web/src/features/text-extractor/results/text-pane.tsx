/** The extracted text, to be read and changed, with marks at doubtful words and at the one in hand. */
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { type Ref, useId, useImperativeHandle, useMemo, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { LinkedWord } from '../linking/linked-words.ts'
import { scrollIntoPane } from './scroll-into-pane.ts'
import { type Stretch, TextCopy, type TextCopyHandle } from './text-copy.tsx'
import { useTextMarks } from './use-text-marks.ts'

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
  /** The same text, in pieces. */
  readonly chunks: readonly string[]
  readonly active: LinkedWord | undefined
  readonly doubtful: readonly LinkedWord[]
  /** Spaces mean something: every letter is as wide as the next. */
  readonly isMonospaced: boolean
  readonly onChange: (text: string, caret: number) => void
  readonly onCaret: (offset: number) => void
}

/** The same in field and copy, or the marks would lie beside their words. */
const lettering = 'px-4 py-3 break-words whitespace-pre-wrap'

export function TextPane(props: TextPaneProps) {
  const { handle, text, chunks, active, doubtful, isMonospaced, onChange, onCaret } = props
  const hintId = useId()
  const paneRef = useRef<HTMLDivElement>(null)
  const copyRef = useRef<TextCopyHandle>(null)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const { start = 0, end = 0 } = active ?? {}
  // Painted anew after every change of the text, whose nodes the marks hang on.
  const activeStretch = useMemo(() => (chunks ? [{ start, end }] : []), [chunks, start, end])
  useTextMarks('ocr-doubtful', copyRef, doubtful)
  useTextMarks('ocr-active', copyRef, activeStretch)

  const show = (stretch: Stretch, place: 'nearest' | 'start') => {
    const found = copyRef.current?.locate(stretch)
    if (!found || !paneRef.current) return
    const range = document.createRange()
    range.setStart(found.startContainer, found.startOffset)
    range.setEnd(found.endContainer, found.endOffset)
    scrollIntoPane(paneRef.current, range.getBoundingClientRect(), place)
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
      className="focus-inside relative h-[min(60dvh,40rem)] overflow-y-auto overscroll-contain rounded border border-line-strong bg-surface max-md:h-[50dvh]"
    >
      {/* The field grows with its copy, so that the pane scrolls both. */}
      <div
        className={cx(
          'grid min-h-full *:[grid-area:1/1]',
          isMonospaced ? 'font-mono text-xs/5.5' : 'font-text text-sm/6',
        )}
      >
        <TextCopy
          handle={copyRef}
          chunks={chunks}
          className={cx(lettering, 'min-w-0 text-transparent select-none')}
        />
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
            'relative block h-full w-full resize-none overflow-hidden bg-transparent outline-none [unicode-bidi:plaintext]',
          )}
        />
      </div>
      <p id={hintId} className="sr-only">
        {texts.textHint}
      </p>
    </div>
  )
}
