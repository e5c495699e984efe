/** The Text Translation tab: source and result pane. */
import { translateMessages } from '@filesmith/contract/messages/translate'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { useRef } from 'react'
import { canTranslate } from '../../lib/use-translation-pairs.ts'
import { LanguageSelect } from './language-select.tsx'
import { PairNote } from './pair-note.tsx'
import { ResultPane } from './result-pane.tsx'
import { SourcePane } from './source-pane.tsx'
import { SwitchLanguagesButton } from './switch-languages-button.tsx'
import { TranslateBar } from './translate-bar.tsx'
import { TranslateBarMessage } from './translate-bar-message.tsx'
import type { useTextTranslation } from './use-text-translation.ts'

interface TextTranslationProps {
  readonly translation: ReturnType<typeof useTextTranslation>
  readonly pairs: readonly TranslationPair[] | undefined
}

/** On wide screens the languages are in a row above the panes. */
const layout =
  'grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] md:[grid-template-areas:"from_switch_to"_"note_note_note"_"source_._result"]'

export function TextTranslation({ translation, pairs }: TextTranslationProps) {
  const { languages, stage } = translation
  const { source, target } = languages
  const isPossible = canTranslate(pairs, source, target)
  const translateRef = useRef<HTMLButtonElement>(null)
  const isTranslating = stage.phase === 'translating'
  return (
    <div className="flex flex-col gap-4">
      <div className={layout}>
        <div className="md:[grid-area:from]">
          <LanguageSelect label={translateMessages.from} value={source} onChange={translation.chooseSource} />
        </div>
        <div className="flex md:[grid-area:source]">
          <SourcePane
            source={translation.source}
            language={source}
            onTranslate={() => isPossible && translation.translate()}
            onClear={translation.clear}
          />
        </div>
        <SwitchLanguagesButton
          isDisabled={isTranslating}
          className="self-end md:[grid-area:switch]"
          onPress={translation.switchLanguages}
        />
        <div className="md:[grid-area:to]">
          <LanguageSelect
            label={translateMessages.to}
            value={target}
            onChange={translation.chooseTarget}
            isAvailable={to => to === source || canTranslate(pairs, source, to)}
          />
        </div>
        <PairNote languages={languages} pairs={pairs} className="md:[grid-area:note]" />
        <div className="flex md:[grid-area:result]">
          <ResultPane
            result={translation.result}
            stage={stage}
            selected={target}
            onCopy={() => void translation.copy()}
          />
        </div>
      </div>
      <TranslateBar
        message={
          <TranslateBarMessage
            complaint={translation.complaint}
            source={translation.source}
            language={source}
            onLanguage={language => {
              translation.chooseSource(language)
              // The suggestion button disappears, so move the focus.
              translateRef.current?.focus()
            }}
          />
        }
        isTranslating={isTranslating}
        isDisabled={translation.blockedReason !== undefined || !isPossible}
        translateRef={translateRef}
        onTranslate={translation.translate}
        onCancel={translation.cancel}
      />
    </div>
  )
}
