/** The Text Extractor (OCR) screen: extracts text from scans, photos and PDFs and shows it beside the page. */

import type { RecognizedPage } from '@filesmith/contract/schemas/recognition'
import { ocrMessages } from '@filesmith/contract/tools/ocr/messages'
import { ChevronDown, ChevronUp, Redo2, ScanText, Undo2, Upload } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { ToolFrame } from '../../lib/tool-page.tsx'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { useUnavailableReason } from '../../lib/use-unavailable-reason.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { ResultCardFooter } from '../../ui/result-card-footer.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { type Extraction, partUrl } from './extraction.ts'
import { layoutSpaces } from './linking/layout-spaces.ts'
import {
  findDoubtful,
  findPageAt,
  findPageStart,
  findWordAt,
  type LinkedWord,
} from './linking/linked-words.ts'
import { useLinkedText } from './linking/use-linked-text.ts'
import { ImagePane, ImageToolbar } from './results/image-pane.tsx'
import { ResultActions } from './results/result-actions.tsx'
import { TextPane, type TextPaneHandle } from './results/text-pane.tsx'
import { OcrUploadTab } from './upload/ocr-upload-tab.tsx'
import { useExtractor } from './use-extractor.ts'

interface TextExtractorProps {
  /** Whether the tool is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

export function TextExtractor({ isActive }: TextExtractorProps) {
  const plan = usePlan()
  const reason = useUnavailableReason('extract-text')
  const sectionRef = useRef<HTMLElement>(null)
  // The result is taller than the upload tab, so scroll to its top.
  const extractor = useExtractor(plan, () => sectionRef.current?.scrollIntoView?.({ block: 'start' }))
  const { tab, extractionQuery } = extractor
  const { extraction } = extractionQuery
  const copyRef = useRef<HTMLButtonElement>(null)
  useFocusOnPhase(tab, copyRef)

  return (
    <ToolFrame
      heading={ocrMessages.heading}
      unavailable={reason}
      sectionRef={sectionRef}
      sectionClass="scroll-mt-6"
    >
      <InnerTabs
        label={ocrMessages.tabsLabel}
        value={tab}
        onChange={id => extractor.setTab(id === 'results' ? 'results' : 'upload')}
        tabs={[
          {
            id: 'upload',
            label: ocrMessages.uploadTab,
            icon: <Icon of={Upload} sizePx={16} />,
            content: (
              <OcrUploadTab
                extractor={extractor}
                plan={plan}
                isActive={isActive && tab === 'upload'}
                isUnavailable={reason !== undefined}
              />
            ),
          },
          {
            id: 'results',
            label: ocrMessages.resultsTab,
            icon: <Icon of={ScanText} sizePx={16} />,
            isDisabled: !extractor.hasText,
            content:
              extraction && extractor.hasText ? (
                <ExtractionResult
                  key={extraction.state.id}
                  extraction={extraction}
                  copyRef={copyRef}
                  onAnother={extractor.startOver}
                  onDelete={extractor.deleteResult}
                />
              ) : null,
          },
        ]}
      />
    </ToolFrame>
  )
}

const { result: texts } = ocrMessages

interface ExtractionResultProps {
  readonly extraction: Extraction
  readonly copyRef: RefObject<HTMLButtonElement | null>
  readonly onAnother: () => void
  readonly onDelete: () => void
}

/** The Results tab: page image and editable text side by side, with linked selection. */
function ExtractionResult({ extraction, copyRef, onAnother, onDelete }: ExtractionResultProps) {
  const { state, recognition } = extraction
  const pages = recognition?.pages ?? []
  const { text, sections, words, uncertain, isChanged, change, join, restore, undoRestore } =
    useLinkedText(extraction)
  const [zoom, setZoom] = useState(1)
  const textPane = useRef<TextPaneHandle>(null)
  const isMonospaced = useMemo(() => layoutSpaces.test(extraction.text), [extraction.text])
  const activeWord = useActiveWord({ text, words, uncertain, pages, textPane })
  const { page, active, doubtful } = activeWord
  const withReset = (action: () => void) => () => {
    action()
    activeWord.letGo()
  }

  return (
    <div className="flex flex-col gap-4">
      <ResultSummary extraction={extraction} />
      <div
        className={cx(
          'grid gap-x-5 gap-y-4',
          // Monospaced lines need more width than flowing text.
          page && (isMonospaced ? 'md:grid-cols-[2fr_3fr]' : 'md:grid-cols-2'),
        )}
      >
        {page ? (
          <div className="min-w-0">
            <ImageToolbar
              page={page.page}
              pageNumbers={pages.map(each => each.page)}
              onPage={activeWord.goToPage}
              zoom={zoom}
              onZoom={setZoom}
            />
            <ImagePane
              page={page}
              pageCount={pages.length}
              imageUrl={page.picture === null ? undefined : partUrl(state, page.picture)}
              zoom={zoom}
              words={words}
              doubtful={doubtful.filter(linked => linked.page === page.page)}
              active={active}
              onWord={(index, isTouch) => activeWord.goToWord(index, !isTouch)}
            />
            <p className="mt-1 min-h-5 truncate text-xs text-ink-muted">
              {active ? (
                <>
                  <bdi className="font-semibold text-ink">{active.word.text}</bdi>{' '}
                  {texts.confidence(Math.round(active.word.confidence))}
                </>
              ) : (
                texts.imageHint
              )}
            </p>
          </div>
        ) : null}
        <div className="min-w-0">
          <TextToolbar
            doubtfulCount={recognition ? doubtful.length : undefined}
            isChanged={isChanged}
            onDoubtful={activeWord.goToDoubtful}
            onRestore={withReset(restore)}
            onUndoRestore={undoRestore && withReset(undoRestore)}
          />
          <TextPane
            handle={textPane}
            sections={sections}
            active={active}
            doubtful={doubtful}
            isMonospaced={isMonospaced}
            onChange={change}
            onJoin={join}
            onCaret={activeWord.followCaret}
          />
        </div>
      </div>
      <div>
        <ResultCardFooter expiresAt={state.expiresAt} onDelete={onDelete} />
        <Button className="mt-2 w-full sm:hidden" onClick={onAnother}>
          {texts.another}
        </Button>
      </div>
      <ResultActions
        state={state}
        text={text}
        isChanged={isChanged}
        findPageStarts={() => pages.slice(1).flatMap(each => findPageStart(words, each.page) ?? [])}
        copyRef={copyRef}
        onAnother={onAnother}
      />
    </div>
  )
}

/** Summary of the extracted text: confidence, languages, length and notes. */
function ResultSummary({ extraction }: { readonly extraction: Extraction }) {
  const { state, recognition } = extraction
  const confidence = recognition?.confidence ?? null
  const names = recognition?.languages.map(({ name }) => name) ?? []
  const wordCount = recognition?.pages.reduce((sum, { words }) => sum + words.length, 0) ?? 0
  return (
    <section aria-label={texts.facts} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 truncate font-semibold" dir="auto" title={state.fileName}>
          {state.fileName}
        </p>
        {recognition ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted">
            {confidence === null ? null : (
              <Badge tone={toneOf(confidence)}>
                <span title={texts.confidenceHint}>{texts.confidence(Math.round(confidence))}</span>
              </Badge>
            )}
            {names.length > 0 ? <span>{names.join(', ')}</span> : null}
            <span className="tabular-nums">
              {texts.pages(recognition.pages.length)} · {texts.words(wordCount)}
            </span>
          </p>
        ) : null}
      </div>
      {state.notes.length > 0 ? (
        <ul className="text-ink-muted">
          {state.notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function toneOf(confidence: number): 'success' | 'warning' | 'danger' {
  if (confidence >= 85) return 'success'
  return confidence >= 60 ? 'warning' : 'danger'
}

interface TextToolbarProps {
  /** Absent without word information. */
  readonly doubtfulCount: number | undefined
  readonly isChanged: boolean
  readonly onDoubtful: (direction: 1 | -1) => void
  readonly onRestore: () => void
  /** Absent if nothing was restored. */
  readonly onUndoRestore: (() => void) | undefined
}

/** Toolbar above the text: steps through doubtful words, and restores the recognized text. */
function TextToolbar(props: TextToolbarProps) {
  const { doubtfulCount, isChanged, onDoubtful, onRestore, onUndoRestore } = props
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
      {doubtfulCount === undefined ? (
        <p className="font-semibold">{texts.text}</p>
      ) : (
        <div className="flex items-center gap-1">
          <p role="status" className="mr-1 font-semibold tabular-nums">
            {doubtfulCount === 0 ? texts.noWordsToCheck : texts.wordsToCheck(doubtfulCount)}
          </p>
          {doubtfulCount > 0 ? (
            <>
              <ToolButton label={texts.previousWordToCheck} onClick={() => onDoubtful(-1)}>
                <Icon of={ChevronUp} />
              </ToolButton>
              <ToolButton label={texts.nextWordToCheck} onClick={() => onDoubtful(1)}>
                <Icon of={ChevronDown} />
              </ToolButton>
            </>
          ) : null}
        </div>
      )}
      {isChanged || onUndoRestore ? (
        // One button for both actions, so that it keeps the focus.
        <Button variant="quiet" className="px-2" onClick={isChanged ? onRestore : onUndoRestore}>
          <Icon of={isChanged ? Undo2 : Redo2} sizePx={16} />
          {isChanged ? texts.restore : texts.redoAll}
        </Button>
      ) : null}
    </div>
  )
}

interface ActiveWordOptions {
  readonly text: string
  readonly words: readonly LinkedWord[]
  readonly uncertain: readonly number[]
  readonly pages: readonly RecognizedPage[]
  readonly textPane: RefObject<TextPaneHandle | null>
}

/** The active word shared by text and image, its page, and navigation between words and pages. */
function useActiveWord({ text, words, uncertain, pages, textPane }: ActiveWordOptions) {
  const [caret, setCaret] = useState(0)
  const [activeIndex, setActiveIndex] = useState<number>()
  const [pageNumber, setPageNumber] = useState(pages[0]?.page ?? 1)
  const doubtful = useMemo(() => findDoubtful(words, uncertain, text), [words, uncertain, text])

  const goToWord = (index: number, shouldFocus: boolean) => {
    const linked = words[index]
    if (!linked) return
    setCaret(linked.start)
    setActiveIndex(index)
    setPageNumber(linked.page)
    textPane.current?.select(linked, shouldFocus)
  }

  return {
    page: pages.find(({ page }) => page === pageNumber) ?? pages[0],
    active: activeIndex === undefined ? undefined : words[activeIndex],
    doubtful,
    goToWord,
    followCaret(offset: number) {
      setCaret(offset)
      setActiveIndex(findWordAt(words, offset))
      const caretPage = findPageAt(words, offset)
      if (caretPage !== undefined) setPageNumber(caretPage)
    },
    goToDoubtful(direction: 1 | -1) {
      const next =
        direction === 1
          ? (doubtful.find(({ start }) => start > caret) ?? doubtful[0])
          : (doubtful.findLast(({ start }) => start < caret) ?? doubtful.at(-1))
      // The button keeps the focus, so that it can be pressed again.
      if (next) goToWord(words.indexOf(next), false)
    },
    goToPage(target: number) {
      setPageNumber(target)
      setActiveIndex(undefined)
      const start = findPageStart(words, target)
      if (start !== undefined) textPane.current?.showFrom(start)
    },
    letGo: () => setActiveIndex(undefined),
  }
}
