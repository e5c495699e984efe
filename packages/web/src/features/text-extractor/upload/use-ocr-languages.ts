/** The languages that can be read; the list comes when somebody wants to choose one. */
import { useEffect, useState } from 'react'
import type { OcrLanguage } from './find-languages.ts'

export function useOcrLanguages(): readonly OcrLanguage[] | undefined {
  const [languages, setLanguages] = useState<readonly OcrLanguage[]>()
  useEffect(() => {
    let isMounted = true
    void import('@filesmith/contract/ocr-languages').then(({ ocrLanguages }) => {
      if (isMounted) setLanguages(ocrLanguages)
    })
    return () => {
      isMounted = false
    }
  }, [])
  return languages
}
