/** An audio file whose samples can be read range by range, whatever its length. */

export interface AudioSource {
  readonly sampleRateHz: number
  readonly lengthSamples: number
  /** All channels of a sample range; decoding runs off the main thread. */
  read(fromSample: number, toSample: number): Promise<AudioBuffer>
}

export type AudioProblem = 'undecodable' | 'too-long'

export class UnreadableAudio extends Error {
  override readonly name = 'UnreadableAudio'
  readonly problem: AudioProblem

  constructor(problem: AudioProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** Decodes anything the browser supports without opening an audio output device. */
export function decodeAt(sampleRateHz: number, bytes: ArrayBuffer): Promise<AudioBuffer> {
  return new OfflineAudioContext(1, 1, sampleRateHz).decodeAudioData(bytes)
}

/** Copies a range of samples; the part beyond the end is silence. */
export function cutBuffer(buffer: AudioBuffer, fromSample: number, lengthSamples: number): AudioBuffer {
  const { numberOfChannels, sampleRate } = buffer
  const part = new AudioBuffer({ length: Math.max(1, lengthSamples), numberOfChannels, sampleRate })
  for (let channel = 0; channel < numberOfChannels; channel += 1) {
    const samples = buffer.getChannelData(channel)
    part.copyToChannel(samples.subarray(Math.max(0, fromSample), fromSample + lengthSamples), channel)
  }
  return part
}
