/** AudioSource over indexed frames: decodes only the frames of the requested range. */

import { type AudioSource, cutBuffer, decodeAt } from './audio-source.ts'
import { type EncodedFrames, frameRangeFor, framesLength } from './encoded-frames.ts'

export function createFramesSource(file: Blob, frames: EncodedFrames): AudioSource {
  const { sampleRateHz, samplesPerFrame, offsets, sizes, frameHeader } = frames

  const bytesOf = async (firstFrame: number, endFrame: number): Promise<ArrayBuffer> => {
    const start = offsets[firstFrame] ?? 0
    const last = endFrame - 1
    const bytes = await file.slice(start, (offsets[last] ?? 0) + (sizes[last] ?? 0)).arrayBuffer()
    if (!frameHeader) return bytes
    const parts = offsets.slice(firstFrame, endFrame).flatMap((offset, index) => {
      const size = sizes[firstFrame + index] ?? 0
      return [frameHeader(size), new Uint8Array(bytes, offset - start, size)]
    })
    return await new Blob(parts).arrayBuffer()
  }

  return {
    sampleRateHz,
    lengthSamples: framesLength(frames),
    async read(fromSample, toSample) {
      const { firstFrame, endFrame, skipSamples } = frameRangeFor(frames, fromSample, toSample)
      const buffer = await decodeAt(sampleRateHz, await bytesOf(firstFrame, endFrame))
      // Some decoders drop samples at the start while they have no previous frame, so align by the end.
      const missing = (endFrame - firstFrame) * samplesPerFrame - buffer.length
      return cutBuffer(buffer, skipSamples - Math.max(0, missing), toSample - fromSample)
    },
  }
}
