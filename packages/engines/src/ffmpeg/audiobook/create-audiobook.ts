/**
 * Joins audio files to an M4B with chapters. Each file becomes raw AAC in its own sandboxed process, copied where that is
 * what it has; the frames of all files follow each other in one stream, whose length at each border is exact.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { audioFiles } from '@filesmith/contract/operations/media-calls'
import { formatFor } from '@filesmith/contract/refuse-format'
import type { StepOutcome, StepRun } from '../../engine.ts'
import { sniffFiles } from '../../process/sniff-files.ts'
import { nearestRateHz } from '../encoding/audio-encoders.ts'
import { audioTrackArgs } from '../encoding/audio-track-args.ts'
import { type AudioTrackWork, encodeAudio } from '../encoding/audio-track-work.ts'
import { isPlayableAac } from '../encoding/playable-aac.ts'
import { requireAudio } from '../encoding/prepare-audio.ts'
import { damagedFile, tooLong } from '../encoding/refusals.ts'
import { declaredLength, endsEarly, isMuchShorter } from '../length/length.ts'
import { inputArgs } from '../probe/demuxers.ts'
import { describeMedia } from '../probe/describe-media.ts'
import type { AudioTrack, MediaProbe } from '../probe/media-probe.ts'
import { probeMedia } from '../probe/probe.ts'
import { type FfmpegContext, type MediaSource, runMedia } from '../run/media-process.ts'
import { reportArgs } from '../run/output-report.ts'
import { resultName, withMediaWorkFolder } from '../run/work-folder.ts'
import { type BookTexts, writeBookMetadata } from './book-metadata.ts'

/** Playing time of raw AAC (ADTS), which is exact because every frame says how many samples it has. */
const headerBytes = 7
const samplesPerBlock = 1024

async function adtsSeconds(path: string, sampleRateHz: number): Promise<number> {
  let blocks = 0
  let pending: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    pending = Buffer.concat([pending, chunk])
    let offset = 0
    while (offset + headerBytes <= pending.length) {
      const frameBytes = ((pending.readUInt32BE(offset + 2) >> 5) & 0x1fff) as number
      // ffmpeg wrote the file and read a hostile one: anything but frames must not accumulate in memory.
      if (frameBytes < headerBytes)
        throw new AppError('internal', {}, { cause: new Error('the stream is not raw AAC') })
      if (offset + frameBytes > pending.length) break
      blocks += ((pending[offset + 6] ?? 0) & 3) + 1
      offset += frameBytes
    }
    pending = pending.subarray(offset)
  }
  return (blocks * samplesPerBlock) / sampleRateHz
}

interface AudiobookOptions extends BookTexts {
  readonly bitrate?: string | undefined
}

interface BookSource {
  readonly fileName: string
  readonly source: MediaSource
  readonly probe: MediaProbe
  readonly track: AudioTrack
}

const defaultKilobits = 128
const maxRateHz = 48_000
const partName = 'part.aac'
const joinedName = 'joined.aac'
const metadataName = 'book.txt'
const coverName = 'cover'
const quiet = ['-nostdin', '-hide_banner', ...reportArgs, '-y', '-max_error_rate', '1']

export function createAudiobookFile(
  context: FfmpegContext,
  run: StepRun<AudiobookOptions>,
): Promise<StepOutcome> {
  return withMediaWorkFolder(run.outputPath, async workFolder => {
    const given = run.files ?? [{ path: run.inputPath, name: `${run.name ?? 'audio'}` }]
    const sources: BookSource[] = []
    const paths = given.map(({ path }) => path)
    const sniffed = await sniffFiles(context, { paths, workFolder, signal: run.signal })
    for (const [index, file] of given.entries())
      sources.push(await openSource(context, { ...file, sniffed: sniffed[index] ?? null }, run, workFolder))
    const written = await joinParts(context, sources, run, workFolder)
    await writeFile(join(workFolder, metadataName), writeBookMetadata(written.parts, run.step.options))
    const cover = await extractCover(context, sources)
    await writeBook(context, workFolder, cover, run.signal)
    const after = await describeBook(context, workFolder, run)
    await rename(join(workFolder, resultName), run.outputPath)
    run.onProgress({ percent: 100, stage: 'finish' })
    const before =
      sources[0] && describeMedia(sources[0].probe, { lengthSeconds: written.parts[0]?.seconds ?? 0 })
    return {
      ...(before && { media: { before, after, video: null, audio: written.work } }),
      ...(written.warnings.length > 0 && { warnings: written.warnings }),
    }
  })
}

async function openSource(
  context: FfmpegContext,
  {
    path,
    name,
    sniffed,
  }: { readonly path: string; readonly name: string; readonly sniffed: FormatId | null },
  { step, signal, onProgress }: StepRun,
  workFolder: string,
): Promise<BookSource> {
  // The execution plan knows only the format of the first file.
  const format = sniffed === null ? step.from : formatFor({ fileName: name, format: sniffed }, audioFiles)
  const source: MediaSource = { path, format, workFolder, signal }
  const probe = await probeMedia(context, source)
  const track = requireAudio({ context, source, step: { ...step, from: format }, probe, onProgress }, false)
  return { fileName: name, source, probe, track }
}

interface JoinedParts {
  readonly parts: readonly { fileName: string; probe: MediaProbe; seconds: number }[]
  readonly work: 'copied' | 'encoded'
  readonly warnings: readonly string[]
}

async function joinParts(
  context: FfmpegContext,
  sources: readonly BookSource[],
  { step, onProgress }: StepRun<AudiobookOptions>,
  workFolder: string,
): Promise<JoinedParts> {
  const { maxDurationSeconds } = context.settings.media
  const shape = commonShape(sources.map(({ track }) => track))
  const parts: { fileName: string; probe: MediaProbe; seconds: number }[] = []
  const warnings: string[] = []
  let work: JoinedParts['work'] = 'copied'
  let totalSeconds = 0
  for (const [index, { fileName, source, probe, track }] of sources.entries()) {
    const audio = partWork(track, shape, step.options.bitrate)
    if (audio.work === 'encoded') work = 'encoded'
    await writePart(context, source, audio)
    const seconds = await adtsSeconds(join(workFolder, partName), shape.sampleRateHz)
    if (seconds === 0) throw damagedFile(source.format)
    const declared = declaredLength(probe, source.format, [track.index])
    if (declared !== null && isMuchShorter({ seconds, frames: 0 }, declared))
      warnings.push(`${fileName}: ${endsEarly(seconds, declared)}`)
    totalSeconds += seconds
    if (totalSeconds > maxDurationSeconds) throw tooLong(context.settings.media)
    await pipeline(
      createReadStream(join(workFolder, partName)),
      createWriteStream(join(workFolder, joinedName), { flags: 'a' }),
    )
    parts.push({ fileName, probe, seconds })
    onProgress({ percent: Math.round((95 * (index + 1)) / sources.length), stage: 'encode' })
  }
  await rm(join(workFolder, partName))
  return { parts, work, warnings }
}

interface Shape {
  readonly sampleRateHz: number
  readonly channels: 1 | 2
}

/** That of the best file, so that none loses anything. */
function commonShape(tracks: readonly AudioTrack[]): Shape {
  const rate = Math.max(...tracks.map(({ sampleRateHz }) => Math.min(sampleRateHz, maxRateHz)))
  return {
    sampleRateHz: nearestRateHz('aac', rate),
    channels: tracks.some(({ channels }) => channels > 1) ? 2 : 1,
  }
}

function partWork(track: AudioTrack, shape: Shape, bitrate: string | undefined): AudioTrackWork {
  const isLowComplexity = isPlayableAac(track) && (track.profile === 'LC' || track.profile === null)
  const isWithin = bitrate === undefined || (track.bitrate ?? Infinity) <= Number(bitrate) * 1020
  const isSameShape = track.sampleRateHz === shape.sampleRateHz && track.channels === shape.channels
  if (isLowComplexity && isWithin && isSameShape) return { index: track.index, work: 'copied' }
  const kilobits = bitrate === undefined ? defaultKilobits : Number(bitrate)
  const { cutoffHz: _, ...encoded } = encodeAudio({ ...track, channels: shape.channels }, 'aac', kilobits)
  return {
    ...encoded,
    sampleRateHz: shape.sampleRateHz,
    layout: shape.channels === 1 ? 'mono' : 'stereo',
  }
}

async function writePart(context: FfmpegContext, source: MediaSource, audio: AudioTrackWork): Promise<void> {
  await runMedia(context, source, {
    program: 'ffmpeg',
    args: ({ input, outFolder }) => [
      ...[...quiet, ...inputArgs(source.format), '-i', input, '-map', `0:${audio.index}`],
      ...['-map_metadata', '-1', '-map_chapters', '-1', ...audioTrackArgs(audio, 0)],
      ...['-f', 'adts', join(outFolder, partName)],
    ],
  })
}

/** The demuxer that reads the cover of the first file that has one; undefined without. */
async function extractCover(
  context: FfmpegContext,
  sources: readonly BookSource[],
): Promise<'png_pipe' | 'jpeg_pipe' | undefined> {
  const found = sources.find(({ probe }) => probe.cover !== null)
  const cover = found?.probe.cover
  if (found === undefined || cover === null || cover === undefined) return undefined
  const isKept = cover.codec === 'png' || cover.codec === 'mjpeg'
  await runMedia(context, found.source, {
    program: 'ffmpeg',
    args: ({ input, outFolder }) => [
      ...[...quiet, ...inputArgs(found.source.format), '-i', input, '-map', `0:${cover.index}`],
      ...[
        '-frames:v',
        '1',
        '-c:v',
        isKept ? 'copy' : 'mjpeg',
        '-f',
        'image2pipe',
        join(outFolder, coverName),
      ],
    ],
  })
  return cover.codec === 'png' ? 'png_pipe' : 'jpeg_pipe'
}

async function writeBook(
  context: FfmpegContext,
  workFolder: string,
  cover: 'png_pipe' | 'jpeg_pipe' | undefined,
  signal: AbortSignal,
): Promise<void> {
  const joined: MediaSource = { path: join(workFolder, joinedName), format: 'aac', workFolder, signal }
  const onlyFiles = ['-protocol_whitelist', 'file']
  const coverInput = cover === undefined ? [] : [...onlyFiles, '-f', cover, '-i', coverName]
  const coverOutput =
    cover === undefined ? [] : ['-map', '2:v', '-c:v', 'copy', '-disposition:v', 'attached_pic']
  await runMedia(context, joined, {
    program: 'ffmpeg',
    args: ({ input, outFolder }) => [
      ...[...quiet, ...inputArgs('aac'), '-i', input],
      ...[...onlyFiles, '-f', 'ffmetadata', '-i', metadataName, ...coverInput],
      ...['-map', '0:a', ...coverOutput, '-map_metadata', '1', '-map_chapters', '1'],
      ...[
        '-c:a',
        'copy',
        '-brand',
        'M4B ',
        '-movflags',
        '+faststart',
        '-f',
        'ipod',
        join(outFolder, resultName),
      ],
    ],
  })
}

async function describeBook(context: FfmpegContext, workFolder: string, { signal }: StepRun) {
  const path = join(workFolder, resultName)
  const probe = await probeMedia(context, { path, format: 'm4b', workFolder, signal })
  const [track] = probe.audio
  if (track === undefined) throw damagedFile('m4b')
  return describeMedia(probe, { lengthSeconds: declaredLength(probe, 'm4b', [track.index]) })
}
