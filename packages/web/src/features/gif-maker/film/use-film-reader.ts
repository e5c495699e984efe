/** A reader for the film on the counter, as long as it lies there and the browser can play it. */
import { useEffect, useState } from 'react'
import { type FilmReader, openFilmReader } from './film-reader.ts'

export function useFilmReader(url: string | undefined): FilmReader | undefined {
  const [reader, setReader] = useState<FilmReader>()
  useEffect(() => {
    if (url === undefined) return
    const opened = openFilmReader(url)
    setReader(opened)
    return () => {
      setReader(undefined)
      opened.close()
    }
  }, [url])
  return reader
}
