/** The text to translate and its length. */
import { isRightToLeft, type LanguageId } from '@filesmith/contract/languages'
import { translateMessages } from '@filesmith/contract/messages/translate'
import { maxTextCharacters } from '@filesmith/contract/schemas/translation'
import { X } from 'lucide-react'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { PaneFrame, paneTextStyle } from './pane-frame.tsx'
import type { TextStore } from './text-store.ts'

interface SourcePaneProps {
  readonly source: TextStore
  readonly language: LanguageId
  readonly onTranslate: () => void
  readonly onClear: () => void
}

export function SourcePane({ source, language, onTranslate, onClear }: SourcePaneProps) {
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

/** The limit is only shown when the text gets close to it. */
const limitVisibleFrom = maxTextCharacters * 0.9

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
