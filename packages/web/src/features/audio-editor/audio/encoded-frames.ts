/** Index of frame-based audio (MP3, AAC): maps a sample range to the frames that must be decoded. */

export interface EncodedFrames {
  /** Byte offset of each frame in the file, ascending. */
  readonly offsets: readonly number[]
  readonly sizes: readonly number[]
  readonly samplesPerFrame: number
  readonly sampleRateHz: number
  /** Encoder delay and padding: samples before and after the actual audio. */
  readonly leadSamples: number
  readonly tailSamples: number
  /** Frames that must be decoded before a range so that the decoder has settled. */
  readonly prerollFrames: number
  /** Header to put before each frame extracted from its container. */
  readonly frameHeader?: (sizeBytes: number) => Uint8Array<ArrayBuffer>
}

export function framesLength({ offsets, samplesPerFrame, leadSamples, tailSamples }: EncodedFrames): number {
  return Math.max(0, offsets.length * samplesPerFrame - leadSamples - tailSamples)
}

export interface FrameRange {
  readonly firstFrame: number
  readonly endFrame: number
  /** Decoded samples before the requested range starts. */
  readonly skipSamples: number
}

/** The frames that must be decoded to get these samples. */
export function frameRangeFor(frames: EncodedFrames, fromSample: number, toSample: number): FrameRange {
  const { samplesPerFrame, leadSamples, prerollFrames, offsets } = frames
  const rawFrom = fromSample + leadSamples
  const rawTo = toSample + leadSamples
  const firstFrame = Math.max(0, Math.floor(rawFrom / samplesPerFrame) - prerollFrames)
  // One more frame at the end: with overlapped transforms half of a frame's output comes with the next frame.
  const endFrame = Math.min(offsets.length, Math.ceil(rawTo / samplesPerFrame) + 1)
  return { firstFrame, endFrame, skipSamples: rawFrom - firstFrame * samplesPerFrame }
}
