/** The editable text with highlights for doubtful words and the active word. */
import { ocrMessages } from '@filesmith/contract/tools/ocr/messages'
import { type Ref, useId, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { LinkedWord } from '../linking/linked-words.ts'
import { findSection, groupBySection, sectionStartsOf, type TextRange } from '../linking/text-sections.ts'
import { scrollIntoPane } from './scroll-into-pane.ts'
import { type SectionEvents, TextSection, type TextSectionHandle } from './text-section.tsx'

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
