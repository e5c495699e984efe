/** Combobox to search one of more than 100 languages; multiple selection if the plan allows it. */
import { ocrMessages } from '@filesmith/contract/tools/ocr/messages'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { FieldFrame, inputStyle } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'

interface LanguagePickerProps {
  readonly codes: readonly string[]
  /** More than 1 only if the plan allows it. */
  readonly max: number
  readonly onChange: (codes: readonly string[]) => void
  readonly isDisabled: boolean
}

export function LanguagePicker({ codes, max, onChange, isDisabled }: LanguagePickerProps) {
  const id = useId()
  const languages = useOcrLanguages()
  const [typed, setTyped] = useState<string>()
  const [activeIndex, setActiveIndex] = useState(0)
  const listRef = useRef<HTMLDivElement>(null)
  const isOpen = typed !== undefined
  const isMultiple = max > 1
  const isFull = isMultiple && codes.length >= max
  const found = findLanguages(languages ?? [], typed ?? '').filter(
    ({ code }) => !isMultiple || !codes.includes(code),
  )
  const nameOf = (code: string) => languages?.find(language => language.code === code)?.name ?? code
  const isFound = !isOpen || found.length > 0
  const closedValue = isMultiple ? '' : nameOf(codes[0] ?? '')

  useEffect(() => {
    if (isOpen)
      listRef.current?.querySelector(`[data-index="${activeIndex}"]`)?.scrollIntoView?.({ block: 'nearest' })
  }, [isOpen, activeIndex])

  const open = (text = '') => {
    setTyped(text)
    const selectedIndex = isMultiple || text !== '' ? -1 : found.findIndex(({ code }) => code === codes[0])
    setActiveIndex(Math.max(0, selectedIndex))
  }
  const choose = (code: string | undefined) => {
    if (code === undefined) return
    onChange(isMultiple ? [...codes, code] : [code])
    setTyped(undefined)
  }
  const move = (step: number) =>
    setActiveIndex(index => Math.max(0, Math.min(found.length - 1, index + step)))
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen) move(step)
      else open()
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(found[activeIndex]?.code)
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setTyped(undefined)
    }
  }

  return (
    <FieldFrame
      id={id}
      label={isMultiple ? ocrMessages.languages : ocrMessages.language}
      hint={isFull ? ocrMessages.languagesFull(max) : undefined}
    >
      {isMultiple ? (
        <SelectedLanguages
          languages={codes.map(code => ({ code, name: nameOf(code) }))}
          isDisabled={isDisabled}
          onRemove={code => onChange(codes.filter(other => other !== code))}
        />
      ) : null}
      <div className="relative">
        <Icon
          of={Search}
          sizePx={16}
          className="pointer-events-none absolute top-3.5 left-3 text-ink-muted"
        />
        <input
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen && found.length > 0 ? `${id}-${activeIndex}` : undefined}
          placeholder={isMultiple ? ocrMessages.addLanguage : ocrMessages.searchLanguage}
          value={typed ?? closedValue}
          // Disabled until the names are loaded: replacing the code by a name would discard what is being typed.
          disabled={isDisabled || isFull || languages === undefined}
          onChange={event => open(event.currentTarget.value)}
          onClick={() => isOpen || open()}
          onKeyDown={onKeyDown}
          onBlur={() => setTyped(undefined)}
          className={cx(inputStyle, 'pl-9')}
        />
        <div
          id={`${id}-list`}
          ref={listRef}
          role="listbox"
          aria-label={ocrMessages.language}
          hidden={!isOpen || found.length === 0}
          // Keeps the focus in the input while the list is used with the mouse.
          onMouseDown={event => event.preventDefault()}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-y-auto rounded border border-line-strong bg-surface-raised py-1 shadow-float"
        >
          {isOpen
            ? found.map(({ code, name }, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the focused input handles the keys
                <div
                  key={code}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={codes.includes(code)}
                  data-index={index}
                  onClick={() => choose(code)}
                  className={cx(
                    'flex min-h-10 cursor-pointer items-center justify-between gap-3 px-3 hover:bg-surface-sunken aria-selected:font-semibold',
                    index === activeIndex && 'bg-accent-wash forced-colors:outline',
                  )}
                >
                  {name}
                  <span className="figures text-xs text-ink-muted">{code}</span>
                </div>
              ))
            : null}
        </div>
      </div>
      <p role="status" className={cx('mt-1.5 text-xs text-ink-muted', isFound && 'sr-only')}>
        {isOpen ? describeFound(languages !== undefined, found.length, typed) : ''}
      </p>
    </FieldFrame>
  )
}

function describeFound(isLoaded: boolean, count: number, typed: string): string {
  if (!isLoaded) return ocrMessages.languagesLoading
  return count === 0 ? ocrMessages.noLanguage(typed) : ocrMessages.languagesFound(count)
}

/** Loads the list of OCR languages on demand. */
function useOcrLanguages(): readonly OcrLanguage[] | undefined {
  const [languages, setLanguages] = useState<readonly OcrLanguage[]>()
  useEffect(() => {
    let isMounted = true
    void import('@filesmith/contract/ocr-languages').then(({ ocrLanguages }) => {
      const all = Object.entries(ocrLanguages).map(([code, name]) => ({ code, name }))
      if (isMounted) setLanguages(all.toSorted(byName))
    })
    return () => {
      isMounted = false
    }
  }, [])
  return languages
}

/** By code unit: 'Chinese (Simplified)' sorts before 'Chinese (Simplified, vertical)'. */
function byName(one: OcrLanguage, other: OcrLanguage): number {
  return one.name < other.name ? -1 : 1
}

interface SelectedLanguagesProps {
  readonly languages: readonly OcrLanguage[]
  readonly isDisabled: boolean
  readonly onRemove: (code: string) => void
}

/** The selected languages with remove buttons; the last one cannot be removed. */
function SelectedLanguages({ languages, isDisabled, onRemove }: SelectedLanguagesProps) {
  return (
    <ul className="mb-2 flex flex-wrap gap-2">
      {languages.map(({ code, name }) => (
        <li key={code} className="flex min-h-8 items-center rounded bg-surface-sunken pl-3 font-medium">
          {name}
          <button
            type="button"
            aria-label={ocrMessages.removeLanguage(name)}
            disabled={isDisabled || languages.length === 1}
            onClick={() => onRemove(code)}
            className="grid size-8 place-items-center rounded hover:text-danger disabled:opacity-30"
          >
            <Icon of={X} sizePx={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface OcrLanguage {
  readonly code: string
  readonly name: string
}

/** Filters languages by name or code; prefix matches come first. */
function findLanguages(languages: readonly OcrLanguage[], text: string): readonly OcrLanguage[] {
  const query = normalized(text)
  if (query === '') return languages
  const found = languages.filter(({ code, name }) => normalized(name).includes(query) || code === query)
  const isPrefixMatch = ({ code, name }: OcrLanguage) => normalized(name).startsWith(query) || code === query
  return [...found.filter(isPrefixMatch), ...found.filter(language => !isPrefixMatch(language))]
}

/** Lowercase without accents: 'bokmal' finds 'Norwegian Bokmål'. */
function normalized(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
