/** Object URL of a file, revoked on unmount. */
import { useEffect, useState } from 'react'

export function useObjectUrl(file: Blob | undefined, delayMs: number): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const objectUrl = URL.createObjectURL(file)
    const timer = setTimeout(() => setUrl(objectUrl), delayMs)
    return () => {
      clearTimeout(timer)
      setUrl(undefined)
      URL.revokeObjectURL(objectUrl)
    }
  }, [file, delayMs])
  return url
}
