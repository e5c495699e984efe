/** The sound of a file in this browser: being read, read, or not readable here. */
import { useEffect, useState } from 'react'
import { type AudioProblem, UnreadableAudio } from './audio/audio-source.ts'
import type { PieceReader } from './audio/piece-reader.ts'
import type { Measures } from './measure/measures.ts'
import type { Studio } from './studio.ts'

export interface AudioSamples {
  readonly file: Blob
  readonly reader?: PieceReader
  readonly measures?: Measures
  readonly problem?: AudioProblem
}

export function useAudioSource(studio: Studio, file: Blob | undefined): AudioSamples | undefined {
  const [sound, setAudio] = useState<AudioSamples>()

  useEffect(() => {
    if (!file) return
    const stop = new AbortController()
    const tell = (change: Partial<AudioSamples>) => {
      if (!stop.signal.aborted) setAudio(known => ({ ...known, ...change, file }))
    }
    const read = async () => {
      try {
        const reader = await studio.open(file)
        if (stop.signal.aborted) return
        tell({ reader })
        await studio.measure(reader, measures => tell({ measures }), stop.signal)
      } catch (error) {
        tell({ problem: error instanceof UnreadableAudio ? error.problem : 'undecodable' })
      }
    }
    void read()
    return () => {
      stop.abort()
      setAudio(undefined)
    }
  }, [studio, file])

  return sound?.file === file ? sound : undefined
}
