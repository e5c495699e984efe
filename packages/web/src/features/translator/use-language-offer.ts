/** Finds out which language a text is in, once its writer pauses: undefined as long as that is unknown. */
import type { LanguageId } from '@filesmith/contract/languages'
import { useEffect, useState } from 'react'
import { detectLanguage } from '../../lib/translation-calls.ts'
import type { TextStore } from './text-store.ts'

/** Shorter texts are guesswork. */
const leastCharacters = 20
const pauseMs = 700

export function useLanguageOffer(source: TextStore): LanguageId | undefined {
  const [language, setLanguage] = useState<LanguageId>()

  useEffect(() => {
    let stop = new AbortController()
    let pause: ReturnType<typeof setTimeout> | undefined
    const ask = async (signal: AbortSignal) => {
      try {
        const found = await detectLanguage(source.current(), signal)
        if (!signal.aborted) setLanguage(found ?? undefined)
      } catch {
        // An offer that cannot be made is none: the languages stand as they were chosen.
      }
    }
    const forget = source.subscribe(() => {
      clearTimeout(pause)
      stop.abort()
      stop = new AbortController()
      const { signal } = stop
      const isEnough = source.current().slice(0, 1000).trim().length >= leastCharacters
      if (isEnough) pause = setTimeout(() => void ask(signal), pauseMs)
      else setLanguage(undefined)
    })
    return () => {
      forget()
      clearTimeout(pause)
      stop.abort()
    }
  }, [source])

  return language
}
