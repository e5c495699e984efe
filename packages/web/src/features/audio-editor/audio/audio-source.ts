/** A recording that can be read in pieces, however long it is. */

export interface AudioSource {
  readonly sampleRateHz: number
  readonly lengthSamples: number
  /** Samples of a stretch, every channel; decoded somewhere else than on the page's own thread. */
  read(fromSample: number, toSample: number): Promise<AudioBuffer>
}

export type AudioProblem = 'undecodable' | 'too-long'

export class UnreadableAudio extends Error {
  override readonly name = 'UnreadableSound'
  readonly problem: AudioProblem

  constructor(problem: AudioProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** Decodes what a browser knows, without ever touching the loudspeakers. */
export function decodeAt(sampleRateHz: number, bytes: ArrayBuffer): Promise<AudioBuffer> {
  return new OfflineAudioContext(1, 1, sampleRateHz).decodeAudioData(bytes)
}

/** A copy of a part; beyond the end it is silent. */
export function cutBuffer(buffer: AudioBuffer, fromSample: number, lengthSamples: number): AudioBuffer {
  const { numberOfChannels, sampleRate } = buffer
  const part = new AudioBuffer({ length: Math.max(1, lengthSamples), numberOfChannels, sampleRate })
  for (let channel = 0; channel < numberOfChannels; channel += 1) {
    const samples = buffer.getChannelData(channel)
    part.copyToChannel(samples.subarray(Math.max(0, fromSample), fromSample + lengthSamples), channel)
  }
  return part
}
