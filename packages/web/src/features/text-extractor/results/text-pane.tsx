/** The editable text with highlights for doubtful words and the active word. */
import { ocrMessages } from '@filesmith/contract/tools/ocr/messages'
import {
  type KeyboardEvent,
  memo,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cx } from '../../../ui/cx.ts'
import type { LinkedWord } from '../linking/linked-words.ts'
import { findSection, groupBySection, sectionStartsOf, type TextRange } from '../linking/text-sections.ts'
import { scrollIntoPane } from './scroll-into-pane.ts'
import './text-marks.css'

const { result: texts } = ocrMessages
const noRanges: readonly TextRange[] = []

/** Imperative handle of the pane. */
export interface TextPaneHandle {
  /** Selects a range and scrolls it into view. */
  select(range: TextRange, shouldFocus: boolean): void
  /** Scrolls an offset to the top of the pane. */
  showFrom(offset: number): void
}

interface TextPaneProps {
  readonly handle: Ref<TextPaneHandle>
  readonly sections: readonly string[]
  readonly active: LinkedWord | undefined
  readonly doubtful: readonly LinkedWord[]
  /** Whether the text is aligned with spaces and needs a monospaced font. */
  readonly isMonospaced: boolean
  readonly onChange: (section: number, text: string, caret: number) => void
  readonly onJoin: (section: number) => void
  readonly onCaret: (offset: number) => void
}

export function TextPane(props: TextPaneProps) {
  const { handle, sections, active, doubtful, isMonospaced, onCaret } = props
  const hintId = useId()
  const paneRef = useRef<HTMLDivElement>(null)
  const [fields] = useState(() => new Map<number, TextSectionHandle>())
  /** Caret position to restore after sections were merged. */
  const caretRef = useRef<number>(undefined)
  const doubtfulOf = useMemo(() => groupBySection(sections, doubtful), [sections, doubtful])
  const activeOf = useMemo(() => groupBySection(sections, active ? [active] : []), [sections, active])

  const locateRange = ({ start, end }: TextRange) => {
    const { index, offset } = findSection(sectionStartsOf(sections), start)
    const length = sections[index]?.length ?? 0
    const range = { start: offset, end: Math.min(offset + end - start, length) }
    return { field: fields.get(index), range }
  }
  const show = (target: TextRange, position: 'nearest' | 'start') => {
    const { field, range } = locateRange(target)
    const box = field?.locate(range)
    if (box && paneRef.current) scrollIntoPane(paneRef.current, box, position)
  }
  const select = (target: TextRange, shouldFocus: boolean) => {
    const { field, range } = locateRange(target)
    field?.select(range, shouldFocus)
    show(target, 'nearest')
  }
  useImperativeHandle(handle, () => ({
    select,
    showFrom: offset => show({ start: offset, end: offset + 1 }, 'start'),
  }))
  const moveCaret = (offset: number) => {
    select({ start: offset, end: offset }, true)
    onCaret(offset)
  }
  useLayoutEffect(() => {
    const caret = caretRef.current
    caretRef.current = undefined
    if (caret !== undefined) moveCaret(caret)
  })

  const startOf = (index: number) => sectionStartsOf(sections)[index] ?? 0
  const events = useStableEvents<SectionEvents>({
    onChange: props.onChange,
    onCaret: (index, offset) => onCaret(startOf(index) + offset),
    onLeave: (index, direction) => moveCaret(direction === 1 ? startOf(index + 1) : startOf(index) - 1),
    onJoin(index) {
      caretRef.current = startOf(index) - 1
      props.onJoin(index)
    },
  })
  return (
    <div
      ref={paneRef}
      className="focus-inside relative h-[min(60dvh,40rem)] overflow-y-auto overscroll-contain rounded border border-line-strong bg-surface max-md:h-[50dvh]"
    >
      {/* Each textarea grows with its mirror element, so that the pane scrolls both. */}
      <div
        className={cx(
          'flex min-h-full flex-col',
          isMonospaced ? 'font-mono text-xs/5.5' : 'font-text text-sm/6',
        )}
      >
        {sections.map((section, index) => (
          <TextSection
            // biome-ignore lint/suspicious/noArrayIndexKey: sections are identified by their order and have no other state
            key={index}
            fields={fields}
            index={index}
            isFirst={index === 0}
            isLast={index === sections.length - 1}
            label={sections.length === 1 ? texts.text : texts.textPart(index + 1, sections.length)}
            hintId={hintId}
            text={section}
            doubtful={doubtfulOf.get(index) ?? noRanges}
            active={activeOf.get(index) ?? noRanges}
            {...events}
          />
        ))}
      </div>
      <p id={hintId} className="sr-only">
        {texts.textHint}
      </p>
    </div>
  )
}

/** Event handlers with a stable identity that call the latest ones, so that memoized sections do not re-render. */
function useStableEvents<Events extends SectionEvents>(events: Events): SectionEvents {
  const latest = useRef<SectionEvents>(events)
  useLayoutEffect(() => {
    latest.current = events
  })
  return useMemo(
    () => ({
      onChange: (...change) => latest.current.onChange(...change),
      onCaret: (...caret) => latest.current.onCaret(...caret),
      onLeave: (...leave) => latest.current.onLeave(...leave),
      onJoin: index => latest.current.onJoin(index),
    }),
    [],
  )
}

interface TextSectionHandle {
  select(textRange: TextRange, shouldFocus: boolean): void
  /** Bounding box of a range. */
  locate(textRange: TextRange): DOMRect | undefined
}

interface SectionEvents {
  readonly onChange: (index: number, text: string, caret: number) => void
  readonly onCaret: (index: number, offset: number) => void
  /** The caret crosses the edge to the previous (-1) or next (1) section. */
  readonly onLeave: (index: number, direction: 1 | -1) => void
  /** Removes the line break before the section. */
  readonly onJoin: (index: number) => void
}

interface TextSectionProps extends SectionEvents {
  /** Registry of the mounted sections by index. */
  readonly fields: Map<number, TextSectionHandle>
  readonly index: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly label: string
  readonly hintId: string
  readonly text: string
  readonly doubtful: readonly TextRange[]
  readonly active: readonly TextRange[]
}

/** Memoized: typing in one section does not re-render the others. */
const TextSection = memo(function TextSection(props: TextSectionProps) {
  const { fields, index, isFirst, isLast, label, hintId, text, doubtful, active } = props
  const { onChange, onCaret, onLeave, onJoin } = props
  const mirrorRef = useRef<HTMLDivElement>(null)
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  useTextHighlights('ocr-doubtful', mirrorRef, text, doubtful)
  useTextHighlights('ocr-active', mirrorRef, text, active)
  useLayoutEffect(() => {
    fields.set(index, {
      select({ start, end }, shouldFocus) {
        if (shouldFocus) fieldRef.current?.focus({ preventScroll: true })
        fieldRef.current?.setSelectionRange(start, end)
      },
      locate({ start, end }) {
        const node = mirrorRef.current?.firstChild
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

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event
    if (selectionStart !== selectionEnd || shiftKey || ctrlKey || altKey || metaKey) return
    const isAtStart = selectionStart === 0 && !isFirst
    const isAtEnd = selectionEnd === text.length && !isLast
    const cross =
      (isAtStart && backwardKeys.has(key) && (() => onLeave(index, -1))) ||
      (isAtEnd && forwardKeys.has(key) && (() => onLeave(index, 1))) ||
      (isAtStart && key === 'Backspace' && (() => onJoin(index))) ||
      (isAtEnd && key === 'Delete' && (() => onJoin(index + 1)))
    if (!cross) return
    event.preventDefault()
    cross()
  }

  // Must be identical in textarea and mirror, otherwise the highlights are misplaced.
  const textStyle = cx('px-4 break-words whitespace-pre-wrap', isFirst && 'pt-3', isLast && 'pb-3')
  return (
    // Off-screen sections are not rendered; until first rendered, their height is estimated.
    <div
      style={{ containIntrinsicBlockSize: `auto ${estimatedLines(text) * estimatedLinePx}px` }}
      className={cx('grid [content-visibility:auto] *:[grid-area:1/1]', isLast && 'grow')}
    >
      <div
        ref={mirrorRef}
        dir="auto"
        aria-hidden="true"
        className={cx(textStyle, 'min-w-0 text-transparent select-none [unicode-bidi:plaintext]')}
      >
        {/* A trailing line break needs a character after it to get its own line. */}
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
        onKeyDown={handleKeyDown}
        className={cx(
          textStyle,
          'relative block h-full w-full resize-none overflow-hidden bg-transparent outline-none [unicode-bidi:plaintext]',
        )}
      />
    </div>
  )
}, areEqual)

const estimatedLinePx = 24
const estimatedLineCharacters = 90

function estimatedLines(text: string): number {
  return text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / estimatedLineCharacters)), 0)
}

const backwardKeys = new Set(['ArrowLeft', 'ArrowUp'])
const forwardKeys = new Set(['ArrowRight', 'ArrowDown'])

/** Ranges are recreated on every keystroke, so they are compared by value. */
function areEqual(one: TextSectionProps, other: TextSectionProps): boolean {
  return (
    (Object.keys(other) as (keyof TextSectionProps)[]).every(
      name => name === 'doubtful' || name === 'active' || one[name] === other[name],
    ) &&
    areSameRanges(one.doubtful, other.doubtful) &&
    areSameRanges(one.active, other.active)
  )
}

function areSameRanges(one: readonly TextRange[], other: readonly TextRange[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ start, end }, at) => start === other[at]?.start && end === other[at]?.end)
  )
}

type HighlightName = 'ocr-doubtful' | 'ocr-active'

/** `mirror` contains a single text node. Each section adds its own ranges. */
function useTextHighlights(
  name: HighlightName,
  mirror: RefObject<HTMLElement | null>,
  text: string,
  textRanges: readonly TextRange[],
): void {
  useLayoutEffect(() => {
    const node = mirror.current?.firstChild
    if (typeof Highlight === 'undefined' || !node) return
    // StaticRange: live ranges would be updated by the browser on every keystroke.
    const ranges = textRanges
      .filter(({ start, end }) => start < end && end <= text.length)
      .map(({ start, end }) => new StaticRange(rangeIn(node, start, end)))
    const highlight = highlightNamed(name)
    for (const range of ranges) highlight.add(range)
    return () => {
      for (const range of ranges) highlight.delete(range)
    }
  }, [name, mirror, text, textRanges])
}

function rangeIn(node: Node, startOffset: number, endOffset: number): StaticRangeInit {
  return { startContainer: node, startOffset, endContainer: node, endOffset }
}

function highlightNamed(name: HighlightName): Highlight {
  const highlight = CSS.highlights.get(name) ?? new Highlight()
  CSS.highlights.set(name, highlight)
  return highlight
}
