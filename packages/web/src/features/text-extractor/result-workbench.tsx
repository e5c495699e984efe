/** Text and picture side by side, each showing where one is in the other. */
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { toasts } from '../../lib/toast-store.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { TicketEnd } from '../../ui/ticket-end.tsx'
import { type Extraction, partUrl } from './extraction.ts'
import { findPageAt, findPageStart, findWordAt, isDoubtful } from './linked-words.ts'
import { PictureBar } from './picture-bar.tsx'
import { PicturePane } from './picture-pane.tsx'
import { ResultActions } from './result-actions.tsx'
import { ResultFacts } from './result-facts.tsx'
import { TextBar } from './text-bar.tsx'
import { TextPane, type TextPaneHandle } from './text-pane.tsx'
import { useLinkedText } from './use-linked-text.ts'

interface ResultWorkbenchProps {
  readonly extraction: Extraction
  readonly copyRef: RefObject<HTMLButtonElement | null>
  readonly onAnother: () => void
  readonly onDelete: () => void
}

/** Columns and tables are drawn with spaces. */
const layoutSpaces = /\S {3,}\S/

export function ResultWorkbench({ extraction, copyRef, onAnother, onDelete }: ResultWorkbenchProps) {
  const { state, recognition } = extraction
  const pages = recognition?.pages ?? []
  const { text, words, isChanged, change, restore } = useLinkedText(extraction)
  const [caret, setCaret] = useState(0)
  const [activeIndex, setActiveIndex] = useState<number>()
  const [pageNumber, setPageNumber] = useState(pages[0]?.page ?? 1)
  const [zoom, setZoom] = useState(1)
  const textPane = useRef<TextPaneHandle>(null)

  const page = pages.find(each => each.page === pageNumber) ?? pages[0]
  const active = activeIndex === undefined ? undefined : words[activeIndex]
  const doubtful = useMemo(() => words.filter(linked => isDoubtful(linked, text)), [words, text])
  const isMonospaced = useMemo(() => layoutSpaces.test(extraction.text), [extraction.text])

  const followCaret = (offset: number) => {
    setCaret(offset)
    setActiveIndex(findWordAt(words, offset))
    const caretPage = findPageAt(words, offset)
    if (caretPage !== undefined) setPageNumber(caretPage)
  }
  const goToWord = (index: number, takesFocus: boolean) => {
    const linked = words[index]
    if (!linked) return
    setCaret(linked.start)
    setActiveIndex(index)
    setPageNumber(linked.page)
    textPane.current?.select(linked, takesFocus)
  }
  const goToDoubtful = (direction: 1 | -1) => {
    const next =
      direction === 1
        ? (doubtful.find(({ start }) => start > caret) ?? doubtful[0])
        : (doubtful.findLast(({ start }) => start < caret) ?? doubtful.at(-1))
    // The button keeps the focus, to be pressed again.
    if (next) goToWord(words.indexOf(next), false)
  }
  const goToPage = (wanted: number) => {
    setPageNumber(wanted)
    setActiveIndex(undefined)
    const start = findPageStart(words, wanted)
    if (start !== undefined) textPane.current?.showFrom(start)
  }
  const undoAll = () => {
    restore()
    setActiveIndex(undefined)
    toasts.show(ocrMessages.result.restored)
  }

  return (
    <div className="flex flex-col gap-4">
      <ResultFacts extraction={extraction} />
      <div
        className={cx(
          'grid gap-x-5 gap-y-4',
          // Lines as long as those of the page need more room than flowing text.
          page && (isMonospaced ? 'md:grid-cols-[2fr_3fr]' : 'md:grid-cols-2'),
        )}
      >
        {page ? (
          <div className="min-w-0">
            <PictureBar
              page={page.page}
              pageNumbers={pages.map(each => each.page)}
              onPage={goToPage}
              zoom={zoom}
              onZoom={setZoom}
            />
            <PicturePane
              page={page}
              pageCount={pages.length}
              pictureUrl={page.picture === null ? undefined : partUrl(state, page.picture)}
              zoom={zoom}
              words={words}
              doubtful={doubtful.filter(linked => linked.page === page.page)}
              active={active}
              onWord={(index, isTouch) => goToWord(index, !isTouch)}
            />
          </div>
        ) : null}
        <div className="min-w-0">
          <TextBar
            doubtfulCount={recognition ? doubtful.length : undefined}
            isChanged={isChanged}
            onDoubtful={goToDoubtful}
            onRestore={undoAll}
          />
          <TextPane
            handle={textPane}
            text={text}
            active={active}
            doubtful={doubtful}
            isMonospaced={isMonospaced}
            onChange={change}
            onCaret={followCaret}
          />
        </div>
      </div>
      <div>
        <TicketEnd expiresAt={state.expiresAt} onDelete={onDelete} />
        <Button className="mt-2 w-full sm:hidden" onClick={onAnother}>
          {ocrMessages.result.another}
        </Button>
      </div>
      <ResultActions
        state={state}
        text={text}
        isChanged={isChanged}
        pageStarts={pages.slice(1).flatMap(each => findPageStart(words, each.page) ?? [])}
        copyRef={copyRef}
        onAnother={onAnother}
      />
    </div>
  )
}
