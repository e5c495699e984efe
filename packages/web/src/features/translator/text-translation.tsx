/** The text tab: a sheet to write on, a sheet that fills with the translation. */
import { translateMessages } from '@filesmith/contract/messages/translate'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { useRef } from 'react'
import { canTranslate } from '../../lib/use-translation-pairs.ts'
import { LanguageSelect } from './language-select.tsx'
import { PairNote } from './pair-note.tsx'
import { ResultPane } from './result-pane.tsx'
import { SourcePane } from './source-pane.tsx'
import { SwitchButton } from './switch-button.tsx'
import { TextBar } from './text-bar.tsx'
import { TextBarMessage } from './text-bar-message.tsx'
import type { useTextTranslation } from './use-text-translation.ts'

interface TextTranslationProps {
  readonly work: ReturnType<typeof useTextTranslation>
  readonly pairs: readonly TranslationPair[] | undefined
}

/** Where the sheets stand side by side, the languages are a row above them. */
const layout =
  'grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] md:[grid-template-areas:"from_switch_to"_"note_note_note"_"source_._result"]'

export function TextTranslation({ work, pairs }: TextTranslationProps) {
  const { languages, stage } = work
  const { source, target } = languages
  const isPossible = canTranslate(pairs, source, target)
  const translateRef = useRef<HTMLButtonElement>(null)
  const isTranslating = stage.phase === 'translating'
  return (
    <div className="flex flex-col gap-4">
      <div className={layout}>
        <div className="md:[grid-area:from]">
          <LanguageSelect label={translateMessages.from} value={source} onChange={work.chooseSource} />
        </div>
        <div className="flex md:[grid-area:source]">
          <SourcePane
            source={work.source}
            language={source}
            onTranslate={() => isPossible && work.translate()}
            onClear={work.clear}
          />
        </div>
        <SwitchButton
          isDisabled={isTranslating}
          className="self-end md:[grid-area:switch]"
          onPress={work.switchLanguages}
        />
        <div className="md:[grid-area:to]">
          <LanguageSelect
            label={translateMessages.to}
            value={target}
            onChange={work.chooseTarget}
            isReachable={to => to === source || canTranslate(pairs, source, to)}
          />
        </div>
        <PairNote languages={languages} pairs={pairs} className="md:[grid-area:note]" />
        <div className="flex md:[grid-area:result]">
          <ResultPane result={work.result} stage={stage} chosen={target} onCopy={() => void work.copy()} />
        </div>
      </div>
      <TextBar
        message={
          <TextBarMessage
            complaint={work.complaint}
            source={work.source}
            language={source}
            onLanguage={language => {
              work.chooseSource(language)
              // The offer is gone with that.
              translateRef.current?.focus()
            }}
          />
        }
        isTranslating={isTranslating}
        isDisabled={work.obstacle !== undefined || !isPossible}
        translateRef={translateRef}
        onTranslate={work.translate}
        onCancel={work.cancel}
      />
    </div>
  )
}
