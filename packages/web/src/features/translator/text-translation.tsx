/** The Text Translation tab: source and result pane. */

import { isRightToLeft, type LanguageId, translationLanguages } from '@filesmith/contract/languages'
import { maxTextCharacters } from '@filesmith/contract/schemas/translation'
import { translateMessages } from '@filesmith/contract/tools/translate/messages'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { Languages, LoaderCircle, X } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { detectLanguage } from '../../lib/translation-calls.ts'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { canTranslate } from '../../lib/use-translation-pairs.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { LanguageSelect } from './language-select.tsx'
import { PairNote } from './pair-note.tsx'
import { PaneFrame, paneTextStyle } from './pane-frame.tsx'
import { ResultPane } from './result-pane.tsx'
import { SwitchLanguagesButton } from './switch-languages-button.tsx'
import type { TextStore } from './text-store.ts'
import type { useTextTranslation } from './use-text-translation.ts'

/** The limit is only shown when the text gets close to it. */
const limitVisibleFrom = maxTextCharacters * 0.9

/** Detection is unreliable for shorter texts. */
const minCharacters = 20

const debounceMs = 700

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
        <div className="flex flex-wrap items-end gap-x-4 md:[grid-area:from]">
          <div className="grow basis-48">
            <LanguageSelect
              label={translateMessages.from}
              value={source}
              onChange={translation.chooseSource}
            />
          </div>
          <Checkbox
            name="detect-language"
            label={translateMessages.detect}
            checked={translation.isDetecting}
            disabled={isTranslating}
            onChange={({ currentTarget }) => translation.setIsDetecting(currentTarget.checked)}
          />
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
          className="md:mt-7.25 md:self-start md:[grid-area:switch]"
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
            isDetecting={translation.isDetecting}
            onDetected={translation.followDetected}
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

interface TranslateBarMessageProps {
  readonly complaint: string | undefined
  readonly source: TextStore
  /** The selected source language. */
  readonly language: LanguageId
  /** Whether the detected language is selected without asking. */
  readonly isDetecting: boolean
  readonly onDetected: (language: LanguageId) => void
  readonly onLanguage: (language: LanguageId) => void
}

/** Message beside the Translate button: an error, a detected source language, or the keyboard shortcut. */
function TranslateBarMessage(props: TranslateBarMessageProps) {
  const { complaint, source, language, isDetecting, onDetected, onLanguage } = props
  const detected = useDetectedLanguage(source)
  const isOther = detected !== undefined && detected !== language
  const isSuggested = complaint === undefined && isOther && !isDetecting
  useEffect(() => {
    if (isDetecting && isOther) onDetected(detected)
  }, [isDetecting, isOther, detected, onDetected])
  return (
    <>
      <div role="status" className="grow empty:hidden max-sm:w-full">
        {complaint ? <p className="font-semibold text-danger">{complaint}</p> : null}
        {isSuggested ? (
          <Button
            className="max-w-full py-1 text-left whitespace-normal! max-sm:w-full"
            onClick={() => onLanguage(detected)}
          >
            <Icon of={Languages} className="text-accent-text" />
            {translateMessages.looksLike(translationLanguages[detected])}
          </Button>
        ) : null}
      </div>
      {complaint || isSuggested ? null : (
        <p className="grow text-xs text-ink-muted max-sm:hidden">
          {translateMessages.notCounted} {translateMessages.shortcut}
        </p>
      )}
    </>
  )
}

/** Detects the language of the source text after a pause in typing; undefined while unknown. */
function useDetectedLanguage(source: TextStore): LanguageId | undefined {
  const [language, setLanguage] = useState<LanguageId>()

  useEffect(() => {
    let abortController = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const detect = async (signal: AbortSignal) => {
      try {
        const detected = await detectLanguage(source.current(), signal)
        if (!signal.aborted) setLanguage(detected ?? undefined)
      } catch {
        // Detection is optional: without it the selected language stays.
      }
    }
    const unsubscribe = source.subscribe(() => {
      clearTimeout(timer)
      abortController.abort()
      abortController = new AbortController()
      const { signal } = abortController
      const isEnough = source.current().slice(0, 1000).trim().length >= minCharacters
      if (isEnough) timer = setTimeout(() => void detect(signal), debounceMs)
      else setLanguage(undefined)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
      abortController.abort()
    }
  }, [source])

  return language
}

interface TranslateBarProps {
  readonly message: ReactNode
  readonly isTranslating: boolean
  readonly isDisabled: boolean
  readonly translateRef: RefObject<HTMLButtonElement | null>
  readonly onTranslate: () => void
  readonly onCancel: () => void
}

/** Action bar of the text tab: Translate and Cancel buttons with a message. */
function TranslateBar(props: TranslateBarProps) {
  const { message, isTranslating, isDisabled, translateRef, onTranslate, onCancel } = props
  useFocusOnPhase(isTranslating ? 'translating' : 'resting', translateRef)
  return (
    <div className="sticky-action -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-b border-t border-line bg-surface px-4 py-3 sm:m-0 sm:flex-nowrap sm:rounded-none sm:px-0 sm:pb-0">
      {message}
      {isTranslating ? (
        <Button className="min-h-12" onClick={onCancel}>
          {translateMessages.cancel}
        </Button>
      ) : null}
      {/* Keeps the focus while translating, so that it can be pressed again right after. */}
      <Button
        ref={translateRef}
        variant="accent"
        size="large"
        className="max-sm:grow"
        disabled={isDisabled && !isTranslating}
        aria-disabled={isTranslating || undefined}
        onClick={onTranslate}
      >
        {isTranslating ? (
          <>
            <Icon of={LoaderCircle} className="turn" /> {translateMessages.translating}
          </>
        ) : (
          translateMessages.translate
        )}
      </Button>
    </div>
  )
}

interface SourcePaneProps {
  readonly source: TextStore
  readonly language: LanguageId
  readonly onTranslate: () => void
  readonly onClear: () => void
}

/** The text to translate and its length. */
function SourcePane({ source, language, onTranslate, onClear }: SourcePaneProps) {
  const areaRef = useRef<HTMLTextAreaElement>(null)
  const countId = useId()

  // Uncontrolled textarea: setting a long value on every keystroke would make typing slow.
  useEffect(
    () =>
      source.subscribe(() => {
        const area = areaRef.current
        if (area && area.value !== source.current()) area.value = source.current()
      }),
    [source],
  )

  return (
    <PaneFrame
      footer={
        <>
          <CharacterCount id={countId} source={source} />
          <ClearButton
            source={source}
            onPress={() => {
              onClear()
              areaRef.current?.focus()
            }}
          />
        </>
      }
    >
      <textarea
        ref={areaRef}
        aria-label={translateMessages.sourceText}
        aria-describedby={countId}
        placeholder={translateMessages.sourcePlaceholder}
        defaultValue={source.current()}
        dir={isRightToLeft(language) ? 'rtl' : 'auto'}
        lang={language}
        spellCheck
        onInput={({ currentTarget }) => source.set(currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          onTranslate()
        }}
        className={cx(paneTextStyle, 'resize-y')}
      />
    </PaneFrame>
  )
}

interface CharacterCountProps {
  readonly id: string
  readonly source: TextStore
}

function CharacterCount({ id, source }: CharacterCountProps) {
  const count = useSyncExternalStore(source.subscribe, () => source.current().length)
  return (
    <p
      id={id}
      className={cx(
        'figures text-xs',
        count > maxTextCharacters ? 'font-semibold text-danger' : 'text-ink-muted',
      )}
    >
      {count < limitVisibleFrom
        ? translateMessages.characters(count)
        : translateMessages.charactersOf(count, maxTextCharacters)}
    </p>
  )
}

function ClearButton({ source, onPress }: { readonly source: TextStore; readonly onPress: () => void }) {
  const isEmpty = useSyncExternalStore(source.subscribe, () => source.current() === '')
  if (isEmpty) return null
  return (
    <Button variant="quiet" className="ml-auto px-2!" onClick={onPress}>
      <Icon of={X} sizePx={16} /> {translateMessages.clear}
    </Button>
  )
}
