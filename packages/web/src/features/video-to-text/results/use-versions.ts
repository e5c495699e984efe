/** A transcript in the language that is spoken and in others: which of them is shown, its text, its lines. */
import type { LanguageId } from '@filesmith/contract/languages'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { hasStamps } from '../transcript/locate-by-stamps.ts'
import { locateLines, replaceLine } from '../transcript/locate-lines.ts'
import type { LocatedLine, SpokenLine } from '../transcript/spoken-line.ts'
import { writeTranscript } from '../transcript/write-transcript.ts'
import { forgetEdits, readEdits, saveEdits, type Translation } from './saved-edits.ts'
import type { LoadedTranscript } from './transcript-query.ts'

export type VersionId = 'spoken' | LanguageId

export interface Versions {
  readonly shownId: VersionId
  readonly show: (id: VersionId) => void
  readonly translations: readonly Translation[]
  /** Of the version that is shown. */
  readonly language: string
  readonly text: string
  readonly lines: readonly LocatedLine[]
  readonly isComplete: boolean
  readonly setText: (text: string) => void
  readonly setLine: (index: number, words: string) => void
  /** What is translated: the spoken lines as they stand now. */
  readonly spokenLines: () => readonly SpokenLine[]
  readonly putTranslation: (translation: Omit<Translation, 'text'>) => void
}

export function useVersions(conversionId: string, transcript: LoadedTranscript): Versions {
  const [saved] = useState(() => readEdits(conversionId))
  const [spokenText, setSpokenText] = useState(saved?.text ?? transcript.text)
  const [translations, setTranslations] = useState<readonly Translation[]>(saved?.translations ?? [])
  const [shownId, show] = useState<VersionId>('spoken')
  const hasTimestamps = hasStamps(transcript.text)
  const shown = translations.find(({ language }) => language === shownId)

  const text = shown?.text ?? spokenText
  const known = useMemo(() => (shown ? translatedLines(shown) : transcript.segments), [shown, transcript])
  // Finding the lines of hours of talk takes longer than a key press may.
  const settledText = useDeferredValue(text)
  const settledKnown = useDeferredValue(known)
  const lines = useMemo(() => locateLines(settledText, settledKnown), [settledText, settledKnown])

  const settledSpoken = useDeferredValue(spokenText)
  useEffect(() => {
    if (settledSpoken === transcript.text && translations.length === 0) forgetEdits()
    else saveEdits({ conversionId, text: settledSpoken, translations: [...translations] })
  }, [conversionId, transcript, settledSpoken, translations])

  const setText = (next: string) => {
    if (!shown) return setSpokenText(next)
    setTranslations(all => all.map(one => (one.language === shown.language ? { ...one, text: next } : one)))
  }
  return {
    shownId: shown ? shownId : 'spoken',
    show,
    translations,
    language: shown?.language ?? transcript.language,
    text,
    lines,
    isComplete: !shown || shown.done.length === shown.source.length,
    setText,
    setLine(index, words) {
      const line = locateLines(text, known)[index]
      if (line && line.text !== words) setText(replaceLine(text, line, words))
    },
    spokenLines: () => locateLines(spokenText, transcript.segments).map(bareLine),
    putTranslation(translation) {
      const written = { ...translation, text: writeTranscript(translatedLines(translation), hasTimestamps) }
      setTranslations(all => [...all.filter(({ language }) => language !== written.language), written])
    },
  }
}

function translatedLines({ source, done }: Pick<Translation, 'source' | 'done'>): readonly SpokenLine[] {
  return done.flatMap((text, index) => {
    const line = source[index]
    return line ? [{ ...line, text }] : []
  })
}

function bareLine({ startSeconds, endSeconds, text }: LocatedLine): SpokenLine {
  return { startSeconds, endSeconds, text: text.replace(/\s+/g, ' ') }
}
