/** The transcript in the spoken language and its translations: which one is displayed, its text and lines. */
import type { LanguageId } from '@filesmith/contract/languages'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { containsTimestamps } from '../transcript/locate-by-timestamps.ts'
import { locateLines, replaceLine } from '../transcript/locate-lines.ts'
import type { LocatedLine, SpokenLine } from '../transcript/spoken-line.ts'
import { writeTranscript } from '../transcript/write-transcript.ts'
import {
  clearTranscriptEdits,
  readTranscriptEdits,
  saveTranscriptEdits,
  type Translation,
} from './transcript-edit-storage.ts'
import type { LoadedTranscript } from './transcript-query.ts'

export type VersionId = 'spoken' | LanguageId

export interface Versions {
  readonly shownId: VersionId
  readonly show: (id: VersionId) => void
  readonly translations: readonly Translation[]
  /** Language of the displayed version. */
  readonly language: string
  readonly text: string
  readonly lines: readonly LocatedLine[]
  readonly isComplete: boolean
  readonly setText: (text: string) => void
  readonly setLine: (index: number, newText: string) => void
  /** Input of a translation: the spoken lines with current edits. */
  readonly spokenLines: () => readonly SpokenLine[]
  readonly putTranslation: (translation: Omit<Translation, 'text'>) => void
}

export function useVersions(conversionId: string, transcript: LoadedTranscript): Versions {
  const [saved] = useState(() => readTranscriptEdits(conversionId))
  const [spokenText, setSpokenText] = useState(saved?.text ?? transcript.text)
  const [translations, setTranslations] = useState<readonly Translation[]>(saved?.translations ?? [])
  const [shownId, show] = useState<VersionId>('spoken')
  const hasTimestamps = containsTimestamps(transcript.text)
  const shown = translations.find(({ language }) => language === shownId)

  const text = shown?.text ?? spokenText
  const known = useMemo(() => (shown ? translatedLines(shown) : transcript.segments), [shown, transcript])
  // Locating the lines of hours of speech takes longer than a keystroke may.
  const settledText = useDeferredValue(text)
  const settledKnown = useDeferredValue(known)
  const lines = useMemo(() => locateLines(settledText, settledKnown), [settledText, settledKnown])

  const settledSpoken = useDeferredValue(spokenText)
  useEffect(() => {
    if (settledSpoken === transcript.text && translations.length === 0) clearTranscriptEdits()
    else saveTranscriptEdits({ conversionId, text: settledSpoken, translations: [...translations] })
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
    setLine(index, newText) {
      const line = locateLines(text, known)[index]
      if (line && line.text !== newText) setText(replaceLine(text, line, newText))
    },
    spokenLines: () => locateLines(spokenText, transcript.segments).map(toSpokenLine),
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

function toSpokenLine({ startSeconds, endSeconds, text }: LocatedLine): SpokenLine {
  return { startSeconds, endSeconds, text: text.replace(/\s+/g, ' ') }
}
