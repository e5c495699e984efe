/** The languages that can be read; the list comes when somebody wants to choose one. */
import { useEffect, useState } from 'react'
import type { OcrLanguage } from './find-languages.ts'

export function useOcrLanguages(): readonly OcrLanguage[] | undefined {
  const [languages, setLanguages] = useState<readonly OcrLanguage[]>()
  useEffect(() => {
    let isMounted = true
    void import('@filesmith/contract/ocr-languages').then(({ ocrLanguages }) => {
      if (isMounted) setLanguages(inOrder(ocrLanguages))
    })
    return () => {
      isMounted = false
    }
  }, [])
  return languages
}

function inOrder(names: Readonly<Record<string, string>>): OcrLanguage[] {
  return Object.entries(names)
    .map(([code, name]) => ({ code, name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
}
