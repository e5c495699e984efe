/** Detects the language of the source text after a pause in typing; undefined while unknown. */
import type { LanguageId } from '@filesmith/contract/languages'
import { useEffect, useState } from 'react'
import { detectLanguage } from '../../lib/translation-calls.ts'
import type { TextStore } from './text-store.ts'

/** Detection is unreliable for shorter texts. */
const minCharacters = 20
const debounceMs = 700

export function useDetectedLanguage(source: TextStore): LanguageId | undefined {
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
