/** Decodes and measures a file in the browser: loading, loaded, or undecodable. */
import { useEffect, useState } from 'react'
import { type AudioProblem, UnreadableAudio } from './audio/audio-source.ts'
import type { ChunkReader } from './audio/chunk-reader.ts'
import type { AudioBackend } from './audio-backend.ts'
import type { AudioMeasurements } from './measure/audio-measurements.ts'

export interface LoadedAudio {
  readonly file: Blob
  readonly reader?: ChunkReader
  readonly measurements?: AudioMeasurements
  readonly problem?: AudioProblem
}

export function useAudioSource(backend: AudioBackend, file: Blob | undefined): LoadedAudio | undefined {
  const [loaded, setLoaded] = useState<LoadedAudio>()

  useEffect(() => {
    if (!file) return
    const controller = new AbortController()
    const update = (change: Partial<LoadedAudio>) => {
      if (!controller.signal.aborted) setLoaded(previous => ({ ...previous, ...change, file }))
    }
    const read = async () => {
      try {
        const reader = await backend.open(file)
        if (controller.signal.aborted) return
        update({ reader })
        await backend.measure(reader, measurements => update({ measurements }), controller.signal)
      } catch (error) {
        update({ problem: error instanceof UnreadableAudio ? error.problem : 'undecodable' })
      }
    }
    void read()
    return () => {
      controller.abort()
      setLoaded(undefined)
    }
  }, [backend, file])

  return loaded?.file === file ? loaded : undefined
}
