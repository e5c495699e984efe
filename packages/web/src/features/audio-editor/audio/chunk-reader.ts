/** Reads audio in chunks of equal length with a small LRU cache, shared by playback and measurement. */
import { coarsestBlockSamples } from '../measure/peak-levels.ts'
import type { AudioSource } from './audio-source.ts'

const chunkSeconds = 20
const maxCachedChunks = 4

export interface ChunkReader {
  readonly sampleRateHz: number
  readonly lengthSamples: number
  readonly chunkSamples: number
  readonly chunkCount: number
  readChunk(index: number): Promise<AudioBuffer>
}

export function createChunkReader(source: AudioSource): ChunkReader {
  const { sampleRateHz, lengthSamples } = source
  // A multiple of the coarsest block size, so that no measurement block spans two chunks.
  const chunkSamples = Math.round((chunkSeconds * sampleRateHz) / coarsestBlockSamples) * coarsestBlockSamples
  const cache = new Map<number, Promise<AudioBuffer>>()
  return {
    sampleRateHz,
    lengthSamples,
    chunkSamples,
    chunkCount: Math.ceil(lengthSamples / chunkSamples),
    readChunk(index) {
      const from = index * chunkSamples
      const chunk = cache.get(index) ?? source.read(from, Math.min(lengthSamples, from + chunkSamples))
      cache.delete(index)
      cache.set(index, chunk)
      // Do not cache failures, so that the chunk can be requested again.
      chunk.catch(() => cache.delete(index))
      const [oldest] = cache.keys()
      if (cache.size > maxCachedChunks && oldest !== undefined) cache.delete(oldest)
      return chunk
    },
  }
}
