/** Encodes a minute of audio and measures bitrate, CPU time and the highest frequency that is kept. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from './run-ffmpeg.ts'

export interface AudioSetting {
  readonly name: string
  readonly args: readonly string[]
  readonly extension: string
}

export interface AudioMeasurement {
  readonly setting: string
  readonly kilobitsPerSecond: number
  readonly cpuSecondsPerMinute: number
  /** Upper end of the highest 500 Hz band that lost less than half of its power. */
  readonly highestHz: number
}

const sampleRateHz = 44_100
const windowSamples = 2048
const bandEndsHz = Array.from({ length: 20 }, (_, index) => 12_500 + 500 * index)
const bitrates = [128, 192, 256, 320]

export const audioSettings: readonly AudioSetting[] = [
  ...bitrates.flatMap(kbps => [
    setting(`aac ${kbps}`, 'm4a', ['-c:a', 'aac', '-b:a', `${kbps}k`]),
    setting(`aac ${kbps} cutoff 20000`, 'm4a', ['-c:a', 'aac', '-b:a', `${kbps}k`, '-cutoff', '20000']),
    setting(`mp3 ${kbps}`, 'mp3', ['-c:a', 'libmp3lame', '-b:a', `${kbps}k`]),
    setting(`vorbis ${kbps}`, 'ogg', ['-c:a', 'libvorbis', '-b:a', `${kbps}k`]),
    setting(`opus ${kbps}`, 'opus', ['-c:a', 'libopus', '-b:a', `${kbps}k`]),
  ]),
  setting('aac 256 fast coder', 'm4a', ['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '256k']),
  setting('mp3 256 best effort', 'mp3', ['-c:a', 'libmp3lame', '-compression_level', '0', '-b:a', '256k']),
  setting('flac level 5', 'flac', ['-c:a', 'flac', '-compression_level', '5']),
  setting('flac level 8', 'flac', ['-c:a', 'flac', '-compression_level', '8']),
]

function setting(name: string, extension: string, args: readonly string[]): AudioSetting {
  return { name, args, extension }
}

/** Sixty seconds of stereo at 44.1 kHz: white noise with tremolo, mixed with a chord. */
export async function synthesizeAudio(folder: string): Promise<string> {
  const path = join(folder, 'sound.wav')
  const noise = (seed: number) => `anoisesrc=c=white:a=0.15:d=60:r=44100:seed=${seed}`
  const chord = 'aevalsrc=0.1*sin(440*2*PI*t)+0.1*sin(554*2*PI*t)+0.1*sin(659*2*PI*t):d=60:s=44100'
  const graph = `${noise(1)}[l];${noise(2)}[r];${chord},asplit[c1][c2];[l][c1]amix[lm];[r][c2]amix[rm];[lm][rm]join`
  await runFfmpeg(['-filter_complex', `${graph},tremolo=f=0.5:d=0.6`, '-c:a', 'pcm_s16le', path])
  return path
}

export async function measureAudio(
  audioPath: string,
  { name, args, extension }: AudioSetting,
  folder: string,
): Promise<AudioMeasurement> {
  const path = join(folder, `encoded.${extension}`)
  const { log, cpuSeconds } = await runFfmpeg(['-i', audioPath, ...args, path])
  const before = await bandPowers(audioPath, folder)
  const after = await bandPowers(path, folder)
  const kept = [...after].filter(([hertz, power]) => power > (before.get(hertz) ?? 0) / 2)
  return {
    setting: name,
    kilobitsPerSecond: (Number(/audio:(\d+)kB/.exec(log)?.[1]) * 1024 * 8) / 1000 / 60,
    cpuSecondsPerMinute: cpuSeconds,
    highestHz: Math.max(0, ...kept.map(([hertz]) => hertz)),
  }
}

/** Power of five seconds in bands of 500 Hz from 12 kHz to 22 kHz, keyed by their upper end. */
async function bandPowers(path: string, folder: string): Promise<Map<number, number>> {
  const raw = join(folder, 'decoded.f32')
  const part = ['-ss', '5', '-t', '5', '-i', path]
  await runFfmpeg([...part, '-ac', '1', '-ar', `${sampleRateHz}`, '-f', 'f32le', raw])
  const bytes = await readFile(raw)
  const samples = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  return new Map(bandEndsHz.map(end => [end, bandPower(samples, end)]))
}

function bandPower(samples: Float32Array, endHz: number): number {
  return [50, 150, 250, 350, 450].reduce((sum, below) => sum + frequencyPower(samples, endHz - below), 0)
}

/** Goertzel algorithm over consecutive windows. */
function frequencyPower(samples: Float32Array, hertz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / sampleRateHz)
  let power = 0
  for (let start = 0; start + windowSamples <= samples.length; start += windowSamples) {
    let [last, beforeLast] = [0, 0]
    for (const sample of samples.subarray(start, start + windowSamples)) {
      ;[last, beforeLast] = [sample + coefficient * last - beforeLast, last]
    }
    power += last * last + beforeLast * beforeLast - coefficient * last * beforeLast
  }
  return power
}
