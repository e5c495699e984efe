/** The extracted text, to be read and changed, with marks at doubtful words and at the one in hand. */
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { type Ref, useId, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { LinkedWord } from '../linking/linked-words.ts'
import { findSection, partBySection, type Stretch, startsOf } from '../linking/text-sections.ts'
import { scrollIntoPane } from './scroll-into-pane.ts'
import { type SectionEvents, TextSection, type TextSectionHandle } from './text-section.tsx'

const { result: texts } = ocrMessages
const nothing: readonly Stretch[] = []

/** What others may do with it. */
export interface TextPaneHandle {
  /** Selects a stretch and brings it into sight; takes the focus only when asked to. */
  select(stretch: Stretch, takesFocus: boolean): void
  /** Brings a place into sight, at the upper edge. */
  showFrom(offset: number): void
}

interface TextPaneProps {
  readonly handle: Ref<TextPaneHandle>
  readonly sections: readonly string[]
  readonly active: LinkedWord | undefined
  readonly doubtful: readonly LinkedWord[]
  /** Spaces mean something: every letter is as wide as the next. */
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
  /** Where the caret belongs once sections have been joined. */
  const caretRef = useRef<number>(undefined)
  const doubtfulOf = useMemo(() => partBySection(sections, doubtful), [sections, doubtful])
  const activeOf = useMemo(() => partBySection(sections, active ? [active] : []), [sections, active])

  const inSection = ({ start, end }: Stretch) => {
    const { index, offset } = findSection(startsOf(sections), start)
    const length = sections[index]?.length ?? 0
    const stretch = { start: offset, end: Math.min(offset + end - start, length) }
    return { field: fields.get(index), stretch }
  }
  const show = (wanted: Stretch, place: 'nearest' | 'start') => {
    const { field, stretch } = inSection(wanted)
    const box = field?.locate(stretch)
    if (box && paneRef.current) scrollIntoPane(paneRef.current, box, place)
  }
  const select = (wanted: Stretch, takesFocus: boolean) => {
    const { field, stretch } = inSection(wanted)
    field?.select(stretch, takesFocus)
    show(wanted, 'nearest')
  }
  useImperativeHandle(handle, () => ({
    select,
    showFrom: offset => show({ start: offset, end: offset + 1 }, 'start'),
  }))
  const putCaret = (offset: number) => {
    select({ start: offset, end: offset }, true)
    onCaret(offset)
  }
  useLayoutEffect(() => {
    const caret = caretRef.current
    caretRef.current = undefined
    if (caret !== undefined) putCaret(caret)
  })

  const startOf = (index: number) => startsOf(sections)[index] ?? 0
  const events = useLatest<SectionEvents>({
    onChange: props.onChange,
    onCaret: (index, offset) => onCaret(startOf(index) + offset),
    onLeave: (index, direction) => putCaret(direction === 1 ? startOf(index + 1) : startOf(index) - 1),
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
      {/* The fields grow with their copies, so that the pane scrolls both. */}
      <div
        className={cx(
          'flex min-h-full flex-col',
          isMonospaced ? 'font-mono text-xs/5.5' : 'font-text text-sm/6',
        )}
      >
        {sections.map((section, index) => (
          <TextSection
            // biome-ignore lint/suspicious/noArrayIndexKey: sections are their order, and hold nothing but their text
            key={index}
            fields={fields}
            index={index}
            isFirst={index === 0}
            isLast={index === sections.length - 1}
            label={sections.length === 1 ? texts.text : texts.textPart(index + 1, sections.length)}
            hintId={hintId}
            text={section}
            doubtful={doubtfulOf.get(index) ?? nothing}
            active={activeOf.get(index) ?? nothing}
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

/** The same functions at every drawing, which do what the newest ones do: who gets them need not be drawn anew. */
function useLatest<Events extends SectionEvents>(events: Events): SectionEvents {
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
