/** Loads the list of OCR languages on demand. */
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

/** By code unit: 'Chinese (Simplified)' sorts before 'Chinese (Simplified, vertical)'. */
function byName(one: OcrLanguage, other: OcrLanguage): number {
  return one.name < other.name ? -1 : 1
}
