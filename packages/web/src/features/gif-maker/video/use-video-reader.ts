/** VideoReader of the selected video, while the browser can play it. */
import { useEffect, useState } from 'react'
import { openVideoReader, type VideoReader } from './video-reader.ts'

export function useVideoReader(url: string | undefined): VideoReader | undefined {
  const [reader, setReader] = useState<VideoReader>()
  useEffect(() => {
    if (url === undefined) return
    const opened = openVideoReader(url)
    setReader(opened)
    return () => {
      setReader(undefined)
      opened.close()
    }
  }, [url])
  return reader
}
