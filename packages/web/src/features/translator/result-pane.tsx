/** The translation as it comes: to be read, marked and copied, not changed. */
import { isRightToLeft, type LanguageId } from '@filesmith/contract/languages'
import { translateMessages } from '@filesmith/contract/messages/translate'
import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { mirrorText } from './mirror-text.ts'
import { Sheet, sheetTextStyle } from './sheet.tsx'
import type { TextStore } from './text-store.ts'
import type { TextStage } from './use-text-translation.ts'

interface ResultPaneProps {
  readonly result: TextStore
  readonly stage: TextStage
  /** What is chosen now; the result is in the language that was chosen then. */
  readonly chosen: LanguageId
  readonly onCopy: () => void
}

export function ResultPane({ result, stage, chosen, onCopy }: ResultPaneProps) {
  const areaRef = useRef<HTMLTextAreaElement>(null)
  const language = stage.phase === 'empty' ? chosen : stage.target
  const isDone = stage.phase === 'done'
  const mark = isDone && stage.quality ? translateMessages.pair.mark(stage.quality) : undefined

  // On a phone it stands below what is in sight.
  const isTranslating = stage.phase === 'translating'
  useEffect(() => {
    if (isTranslating) areaRef.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [isTranslating])

  useEffect(() => (areaRef.current ? mirrorText(result, areaRef.current) : undefined), [result])

  return (
    <Sheet
      className="scroll-mt-20 scroll-mb-24 bg-paper"
      footer={
        <>
          <p role="status" className={cx('min-w-0 text-xs', isDone && !stage.isPartial && 'sr-only')}>
            {statusOf(stage)}
          </p>
          {mark === undefined ? null : <Badge tone="warning">{mark}</Badge>}
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
        className={cx(sheetTextStyle, 'resize-none')}
      />
    </Sheet>
  )
}

function statusOf(stage: TextStage): string {
  if (stage.phase === 'empty') return ''
  if (stage.phase === 'translating') return translateMessages.translating
  return stage.isPartial ? translateMessages.partial : translateMessages.ready
}
