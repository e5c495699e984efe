/** The sound of a file in this browser: being read, read, or not readable here. */
import { useEffect, useState } from 'react'
import type { Measures } from './measure/measures.ts'
import type { PieceReader } from './sound/piece-reader.ts'
import { type SoundProblem, UnreadableSound } from './sound/sound-source.ts'
import type { Studio } from './studio.ts'

export interface Sound {
  readonly file: Blob
  readonly reader?: PieceReader
  readonly measures?: Measures
  readonly problem?: SoundProblem
}

export function useSound(studio: Studio, file: Blob | undefined): Sound | undefined {
  const [sound, setSound] = useState<Sound>()

  useEffect(() => {
    if (!file) return
    const stop = new AbortController()
    const tell = (change: Partial<Sound>) => {
      if (!stop.signal.aborted) setSound(known => ({ ...known, ...change, file }))
    }
    const read = async () => {
      try {
        const reader = await studio.open(file)
        if (stop.signal.aborted) return
        tell({ reader })
        await studio.measure(reader, measures => tell({ measures }), stop.signal)
      } catch (error) {
        tell({ problem: error instanceof UnreadableSound ? error.problem : 'undecodable' })
      }
    }
    void read()
    return () => {
      stop.abort()
      setSound(undefined)
    }
  }, [studio, file])

  return sound?.file === file ? sound : undefined
}
