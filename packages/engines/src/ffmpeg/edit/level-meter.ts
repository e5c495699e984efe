/** Runs audio through filters into the null muxer, to count the resulting samples and measure their loudness. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inputArgs } from '../probe/demuxers.ts'
import type { AudioTrack } from '../probe/media-probe.ts'
import { type FfmpegContext, type MediaSource, runMedia } from '../run/media-process.ts'
import { createProgressReader, progressArgs } from '../run/progress.ts'
import { type Loudness, loudnessMeter, readLoudness } from './loudness.ts'
import type { SharedProgress } from './share-progress.ts'

/** Audio input of an edit: the track of the source itself, or a decoded copy when its format changes midway. */
interface AudioInput {
  /** Arguments that open a second input besides the source. */
  readonly more: readonly string[]
  /** `-map` value: input and stream index. */
  readonly map: string
}

/** Relative to the working directory of ffmpeg. */
const uniformName = 'steady.wav'

function originalAudio({ index }: AudioTrack): AudioInput {
  return { more: [], map: `0:${index}` }
}

const formatChange = /Changing audio frame properties on the fly/

/** Concatenated sources may change sample rate or channel count midway; ffmpeg would then restart the filter graph. */
function isFormatChangeError(error: unknown): boolean {
  const { cause } = error as { cause?: { cause?: unknown } }
  return formatChange.test(String(cause?.cause))
}

async function uniformAudio(
  context: FfmpegContext,
  source: MediaSource,
  { index, sampleRateHz, channels }: AudioTrack,
): Promise<AudioInput> {
  await runMedia(context, source, {
    program: 'ffmpeg',
    args: ({ input }) => [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-y', ...inputArgs(source.format), '-i', input],
      ...['-map', `0:${index}`, '-ar', String(sampleRateHz), '-ac', String(channels)],
      ...['-c:a', 'pcm_f32le', '-rf64', 'auto', '-f', 'wav', uniformName],
    ],
  })
  return { more: ['-protocol_whitelist', 'file', '-f', 'wav', '-i', uniformName], map: '1:0' }
}

/** Relative to the working directory of ffmpeg. A graph with a thousand cuts exceeds the length of an argument. */
const graphName = 'listen.graph'

/** Share of the remaining progress bar; writing the result takes most of the time. */
const shareOfBar = 0.3

export interface AudioAnalysis {
  readonly samples: number
  readonly loudness: Loudness
}

export interface AnalysisRequest {
  readonly filters: readonly string[]
  readonly isMeasured: boolean
  readonly expectedSeconds: number
}

export type AnalyzeAudio = (request: AnalysisRequest) => Promise<AudioAnalysis>

export interface LevelMeter {
  readonly analyze: AnalyzeAudio
  /** The input in use; settled after the first pass. */
  readonly input: AudioInput
}

export function createLevelMeter(
  context: FfmpegContext,
  source: MediaSource,
  track: AudioTrack,
  progress: SharedProgress,
): LevelMeter {
  let audioInput = originalAudio(track)

  const analyzeOnce: AnalyzeAudio = async ({ filters, isMeasured, expectedSeconds }) => {
    const graph = [...filters, ...(isMeasured ? [loudnessMeter] : [])]
    await writeFile(join(source.workFolder, graphName), graph.join(','))
    const report = progress.next(shareOfBar)
    const reader = createProgressReader(({ seconds }) => report(Math.min(1, seconds / expectedSeconds)))
    const { stderr } = await runMedia(context, source, {
      program: 'ffmpeg',
      args: ({ input }) => [
        ...['-nostdin', '-hide_banner', '-v', 'info', '-y', ...progressArgs],
        ...[
          ...inputArgs(source.format),
          '-reinit_filter',
          '0',
          '-i',
          input,
          ...audioInput.more,
          '-map',
          audioInput.map,
        ],
        ...['-filter_script:a', graphName, '-c:a', 'pcm_s16le', '-f', 'null', '-'],
      ],
      onLine: reader.readLine,
    })
    return {
      samples: Math.round(reader.progress.seconds * track.sampleRateHz),
      loudness: readLoudness(stderr),
    }
  }

  return {
    async analyze(request) {
      try {
        return await analyzeOnce(request)
      } catch (error) {
        if (audioInput.more.length > 0 || !isFormatChangeError(error)) throw error
        audioInput = await uniformAudio(context, source, track)
        return analyzeOnce(request)
      }
    },
    get input() {
      return audioInput
    },
  }
}
