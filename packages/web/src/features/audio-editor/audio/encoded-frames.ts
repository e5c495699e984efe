/** Sound that was encoded frame by frame, so that any stretch of frames can be decoded alone. */

export interface EncodedFrames {
  /** Where each frame begins in the file, in rising order. */
  readonly offsets: readonly number[]
  readonly sizes: readonly number[]
  readonly samplesPerFrame: number
  readonly sampleRateHz: number
  /** What the encoder put before the sound itself, and after it. */
  readonly leadSamples: number
  readonly tailSamples: number
  /** Frames before a stretch that its decoder wants to have heard. */
  readonly prerollFrames: number
  /** What stands before each frame when it is cut out of its container. */
  readonly frameHeader?: (sizeBytes: number) => Uint8Array<ArrayBuffer>
}

export function framesLength({ offsets, samplesPerFrame, leadSamples, tailSamples }: EncodedFrames): number {
  return Math.max(0, offsets.length * samplesPerFrame - leadSamples - tailSamples)
}

export interface FrameStretch {
  readonly firstFrame: number
  readonly endFrame: number
  /** Of the decoded stretch, before what was asked for begins. */
  readonly skipSamples: number
}

/** Which frames have to be decoded to get these samples. */
export function stretchOf(frames: EncodedFrames, fromSample: number, toSample: number): FrameStretch {
  const { samplesPerFrame, leadSamples, prerollFrames, offsets } = frames
  const rawFrom = fromSample + leadSamples
  const rawTo = toSample + leadSamples
  const firstFrame = Math.max(0, Math.floor(rawFrom / samplesPerFrame) - prerollFrames)
  // One more at the end: half of what is heard of a frame comes with the next one.
  const endFrame = Math.min(offsets.length, Math.ceil(rawTo / samplesPerFrame) + 1)
  return { firstFrame, endFrame, skipSamples: rawFrom - firstFrame * samplesPerFrame }
}
