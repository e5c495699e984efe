/** The languages that can be read; the list comes when somebody wants to choose one. */
import { useEffect, useState } from 'react'
import type { OcrLanguage } from './find-languages.ts'

export function useOcrLanguages(): readonly OcrLanguage[] | undefined {
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

/** By their letters alone: 'Chinese (Simplified)' then comes before 'Chinese (Simplified, vertical)'. */
function byName(one: OcrLanguage, other: OcrLanguage): number {
  return one.name < other.name ? -1 : 1
}
