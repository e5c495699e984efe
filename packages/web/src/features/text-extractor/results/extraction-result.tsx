/** The Results tab: page image and editable text side by side, with linked selection. */
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ResultCardFooter } from '../../../ui/result-card-footer.tsx'
import { type Extraction, partUrl } from '../extraction.ts'
import { layoutSpaces } from '../linking/layout-spaces.ts'
import { findPageStart } from '../linking/linked-words.ts'
import { useLinkedText } from '../linking/use-linked-text.ts'
import { ImagePane } from './image-pane.tsx'
import { ImageToolbar } from './image-toolbar.tsx'
import { ResultActions } from './result-actions.tsx'
import { ResultSummary } from './result-summary.tsx'
import { TextPane, type TextPaneHandle } from './text-pane.tsx'
import { TextToolbar } from './text-toolbar.tsx'
import { useActiveWord } from './use-active-word.ts'

const { result: texts } = ocrMessages

interface ExtractionResultProps {
  readonly extraction: Extraction
  readonly copyRef: RefObject<HTMLButtonElement | null>
  readonly onAnother: () => void
  readonly onDelete: () => void
}

export function ExtractionResult({ extraction, copyRef, onAnother, onDelete }: ExtractionResultProps) {
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
