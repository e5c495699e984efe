/** The streamed translation, read-only. */
import { isRightToLeft, type LanguageId } from '@filesmith/contract/languages'
import { translateMessages } from '@filesmith/contract/tools/translate/messages'
import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { PaneFrame, paneTextStyle } from './pane-frame.tsx'
import type { TextStore } from './text-store.ts'
import type { TextStage } from './use-text-translation.ts'

/** Browsers lay out the whole textarea on every change; the interval limits the time spent on that. */
const minIntervalMs = 40

const charactersPerMs = 400

interface ResultPaneProps {
  readonly result: TextStore
  readonly stage: TextStage
  /** The currently selected target; the result may still be in another language. */
  readonly selected: LanguageId
  readonly onCopy: () => void
}

export function ResultPane({ result, stage, selected, onCopy }: ResultPaneProps) {
  const areaRef = useRef<HTMLTextAreaElement>(null)
  const language = stage.phase === 'empty' ? selected : stage.target
  const isDone = stage.phase === 'done'
  const mark = isDone && stage.quality ? translateMessages.pair.mark(stage.quality) : undefined

  // On a phone the pane is below the visible area.
  const isTranslating = stage.phase === 'translating'
  useEffect(() => {
    if (isTranslating) areaRef.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [isTranslating])

  useEffect(() => (areaRef.current ? streamIntoTextarea(result, areaRef.current) : undefined), [result])

  return (
    <PaneFrame
      className="scroll-mt-20 scroll-mb-24 bg-paper"
      footer={
        <>
          <p role="status" className={cx('min-w-0 text-xs', isDone && !stage.isPartial && 'sr-only')}>
            {statusOf(stage)}
          </p>
          {mark === undefined ? null : <Badge tone="warning">{mark}</Badge>}
          {isDone && stage.untranslated ? (
            <p role="status" className="min-w-0 text-xs font-semibold text-warning">
              {translateMessages.untranslated(stage.untranslated)}
            </p>
          ) : null}
          {isDone ? (
            <Button className="ml-auto" onClick={onCopy}>
              <Icon of={Copy} sizePx={16} /> {translateMessages.copy}
            </Button>
          ) : null}
        </>
      }
    >
      <textarea
        ref={areaRef}
        readOnly
        aria-label={translateMessages.resultText}
        aria-busy={isTranslating || undefined}
        placeholder={isTranslating ? '' : translateMessages.resultPlaceholder}
        dir={isRightToLeft(language) ? 'rtl' : 'auto'}
        lang={language}
        className={cx(paneTextStyle, 'resize-none')}
      />
    </PaneFrame>
  )
}

function statusOf(stage: TextStage): string {
  if (stage.phase === 'empty') return ''
  if (stage.phase === 'translating') return translateMessages.translating
  return stage.isPartial ? translateMessages.partial : translateMessages.ready
}

/** Returns a function that stops the updates. */
export function streamIntoTextarea(store: TextStore, textarea: HTMLTextAreaElement): () => void {
  let shown = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const isAppend = () => shown !== '' && store.current().startsWith(shown)
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const text = store.current()
    // Keeps the user's selection.
    if (isAppend())
      textarea.setRangeText(text.slice(shown.length), textarea.textLength, textarea.textLength, 'preserve')
    else textarea.value = text
    shown = text
  }

  flush()
  const unsubscribe = store.subscribe(() => {
    // The first words, and a different text, are shown immediately.
    if (!isAppend()) flush()
    else timer ??= setTimeout(flush, minIntervalMs + store.current().length / charactersPerMs)
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}
