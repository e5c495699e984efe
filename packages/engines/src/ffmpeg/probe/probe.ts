/** Probes a media file with ffprobe. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { type FormatId, formats } from '@filesmith/contract/formats'
import { readReport } from '../../process/read-report.ts'
import { type FfmpegContext, type MediaSource, runMedia } from '../run/media-process.ts'
import { findDeclaredBytes } from './declared-bytes.ts'
import { inputArgs, isoMediaFormats } from './demuxers.ts'
import type { AudioTrack, MediaProbe, Packet, SideTrack, VideoTrack } from './media-probe.ts'
import type { ProbedPacket, ProbedStream, ProbeJson } from './probe-json.ts'
import { probeJsonSchema } from './probe-json.ts'
import { streamDuration } from './stream-duration.ts'
import { readVideoTrack } from './video-track.ts'

/** Enough packets to detect hidden frames at the start. */
const inspectedPackets = 16
/** Listing all packets of a small file takes less time than another start of a program that measures it. */
const smallFile = { bytes: 1024 * 1024, packets: 1000 }
/** Streams may change midway, and ffprobe describes them as they are after the last packet that it has read. */
const joinableAudio: ReadonlySet<FormatId> = new Set([
  ...(['mp3', 'mp2', 'aac', 'ac3', 'dts', 'ogg', 'opus'] as const),
])
const joinableVideo: ReadonlySet<FormatId> = new Set(['ogv', 'ts', 'mpeg', 'flv', 'h264', 'hevc', 'dv'])
const packetEntries = 'packet=codec_type,stream_index,pts_time,dts_time,duration_time,size,flags'
const probeTimeoutMs = 60_000
/** Without a Xing header, ffprobe estimates the duration of an MP3 from its size. */
const estimatedDuration = /Estimating duration from bitrate/
/** For Windows Media, ffprobe reports encryption only as a warning. */
const drmWarning = /DRM protected stream/i

export async function probeMedia(context: FfmpegContext, source: MediaSource): Promise<MediaProbe> {
  const { size } = await stat(source.path)
  const isJoinable = joinableAudio.has(source.format) || joinableVideo.has(source.format)
  const isListed = size <= smallFile.bytes && !isJoinable
  const maxPackets = isListed ? smallFile.packets : inspectedPackets
  const { json, stderr } = await runProbe(context, source, [
    ...['-show_format', '-show_streams', '-show_chapters'],
    ...['-show_entries', packetEntries, '-read_intervals', `%+#${maxPackets}`],
  ])
  const probe = readProbe(json, size)
  const isProtected =
    probe.isProtected ||
    drmWarning.test(stderr) ||
    (isoMediaFormats.has(source.format) && (await isProtectedMp4(source.path)))
  const areAllListed = isListed && json.packets.length < maxPackets
  const hasHeader = source.format === 'mp3' && !estimatedDuration.test(stderr)
  return {
    ...probe,
    isProtected,
    declaredBytes: await findDeclaredBytes(source.path, source.format),
    ...(hasHeader && { headerSeconds: probe.durationSeconds }),
    ...(areAllListed && { packets: json.packets.map(readPacket) }),
  }
}

/** Probes a file to be measured: packets that the probe itself must not read are listed at the same time. */
export async function probeSource(context: FfmpegContext, source: MediaSource): Promise<MediaProbe> {
  const { size } = await stat(source.path)
  if (size > smallFile.bytes || !joinableAudio.has(source.format)) return probeMedia(context, source)
  const listing = listPackets(context, source)
  try {
    const probe = await probeMedia(context, source)
    const packets = await listing
    return packets === undefined ? probe : { ...probe, packets }
  } finally {
    // Nothing writes to the work folder any more.
    await listing
  }
}

/** Undefined if there are too many; if they cannot be read, the probe reports why. */
async function listPackets(
  context: FfmpegContext,
  source: MediaSource,
): Promise<readonly Packet[] | undefined> {
  const limit = ['-read_intervals', `%+#${smallFile.packets}`]
  const { json } = await runProbe(context, source, ['-show_entries', packetEntries, ...limit]).catch(() => ({
    json: undefined,
  }))
  return json !== undefined && json.packets.length < smallFile.packets
    ? json.packets.map(readPacket)
    : undefined
}

async function runProbe(
  context: FfmpegContext,
  source: MediaSource,
  show: readonly string[],
): Promise<{ readonly json: ProbeJson; readonly stderr: string }> {
  const outputName = `probe-${randomUUID()}.json`
  const outputPath = join(source.workFolder, outputName)
  const { stderr } = await runMedia(context, source, {
    program: 'ffprobe',
    args: ({ input, outFolder }) => [
      ...['-v', 'warning', ...inputArgs(source.format), '-of', 'json=compact=1', ...show],
      ...['-o', join(outFolder, outputName), input],
    ],
    timeoutMs: probeTimeoutMs,
  })
  const output = probeJsonSchema.safeParse(parseJson(await readReport(outputPath)))
  await rm(outputPath)
  if (!output.success)
    throw new AppError('file-damaged', { format: formats[source.format].label }, { cause: output.error })
  return { json: output.data, stderr }
}

function readPacket(packet: ProbedPacket): Packet {
  const { codec_type, stream_index, pts_time, dts_time, duration_time, size } = packet
  return {
    stream: stream_index,
    kind: codec_type === 'video' || codec_type === 'audio' ? codec_type : 'other',
    startSeconds: pts_time ?? dts_time ?? null,
    seconds: duration_time ?? 0,
    bytes: size ?? 0,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Path of boxes from the file to its sample entries; all others are skipped unread. */
const boxPath: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
/** Far more than any real file has: bounds the work that a malicious file can cause. */
const maxBoxes = 10_000

interface Box {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Detects encrypted tracks in MP4 files by their sample entries: ffprobe reports the original codec instead. */
export async function isProtectedMp4(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const budget = { boxes: maxBoxes }
    const root: Box = { type: 'file', start: 0, end: (await file.stat()).size }
    return await containsProtectedEntry(file, root, budget)
  } finally {
    await file.close()
  }
}

async function containsProtectedEntry(
  file: FileHandle,
  parent: Box,
  budget: { boxes: number },
): Promise<boolean> {
  for await (const box of boxesOf(file, parent, budget)) {
    if (parent.type === 'stsd' && protectedEntries.has(box.type)) return true
    // Version, flags and entry count precede the first entry.
    const inside = box.type === 'stsd' ? { ...box, start: box.start + 8 } : box
    const isOnPath = boxPath.has(box.type) || box.type === 'stsd'
    if (isOnPath && (await containsProtectedEntry(file, inside, budget))) return true
  }
  return false
}

async function* boxesOf(file: FileHandle, parent: Box, budget: { boxes: number }): AsyncGenerator<Box> {
  const head = Buffer.alloc(16)
  for (let offset = parent.start; offset + 8 <= parent.end && budget.boxes > 0; ) {
    // Before the boxes inside of this one: they may be nested without end.
    budget.boxes -= 1
    const { bytesRead } = await file.read(head, 0, head.length, offset)
    if (bytesRead < 8) return
    const shortSize = head.readUInt32BE(0)
    // A size of 1 means a 64-bit size after the type, 0 extends to the end of the parent.
    const headBytes = shortSize === 1 ? 16 : 8
    const size =
      shortSize === 1 ? Number(head.readBigUInt64BE(8)) : shortSize === 0 ? parent.end - offset : shortSize
    if (size < headBytes) return
    const end = Math.min(offset + size, parent.end)
    yield { type: head.toString('latin1', 4, 8), start: offset + headBytes, end }
    offset += size
  }
}

/** Reads the properties of an audio stream from ffprobe's output. */
const losslessCodecs: ReadonlySet<string> = new Set([
  ...['flac', 'alac', 'wavpack', 'tta', 'tak', 'ape', 'mlp', 'truehd', 'wmalossless', 'shorten', 'als'],
])
/** Linear PCM; the companded variants (µ-law, A-law) are lossy. */
const plainSamples = /^pcm_(?!mulaw|alaw|vidc|sga)/

function readAudioTrack(stream: ProbedStream, wholeBitrate: number | null): AudioTrack {
  const codec = stream.codec_name ?? 'unknown'
  const isDsd = codec.startsWith('dsd_')
  const isLossless =
    isDsd || losslessCodecs.has(codec) || plainSamples.test(codec) || stream.profile === 'DTS-HD MA'
  const declaredBitrate = stream.bit_rate ?? matroskaBitrate(stream)
  return {
    index: stream.index,
    codec,
    profile: stream.profile === 'unknown' ? null : (stream.profile ?? null),
    channels: stream.channels ?? 0,
    layout: stream.channel_layout ?? null,
    sampleRateHz: stream.sample_rate ?? 0,
    // An implausible duration yields an implausible bitrate.
    bitrate: declaredBitrate !== undefined && declaredBitrate > 500 ? declaredBitrate : wholeBitrate,
    isLossless,
    // One bit of DSD is one of millions in a second; PCM needs 24 for its dynamic range.
    sampleBits: isDsd ? 24 : sampleBits(stream, isLossless),
    isFloat: /^pcm_f/.test(codec),
    isDefault: stream.disposition.default === 1,
    durationSeconds: streamDuration(stream),
  }
}

function matroskaBitrate({ tags }: ProbedStream): number | undefined {
  const text = tags.BPS ?? tags['BPS-eng']
  return text === undefined ? undefined : Number(text)
}

/** Lossy codecs have no bit depth; 16 bits hold everything they retain. */
function sampleBits(stream: ProbedStream, isLossless: boolean): number {
  if (!isLossless) return 16
  const stored = stream.bits_per_raw_sample || stream.bits_per_sample
  return stored || (stream.sample_fmt?.startsWith('s32') ? 24 : 16)
}

/** Converts ffprobe's output into a MediaProbe. */
export function readProbe(json: ProbeJson, sizeBytes: number): MediaProbe {
  const ofType = (type: string) => json.streams.filter(stream => stream.codec_type === type)
  const durationSeconds = positive(json.format.duration)
  const videos = ofType('video').filter(stream => !isStill(stream))
  const mainVideo = videos.find(stream => stream.disposition.default === 1) ?? videos[0]
  const cover = ofType('video').find(isStill)
  const audioStreams = ofType('audio').filter(
    stream => (stream.channels ?? 0) > 0 && (stream.sample_rate ?? 0) > 0,
  )
  // The bitrate of a file with a single track is that of the track.
  const wholeBitrate =
    json.streams.length === 1 && durationSeconds !== null ? (sizeBytes * 8) / durationSeconds : null
  return {
    sizeBytes,
    durationSeconds,
    video: mainVideo === undefined ? null : readVideo(mainVideo, json),
    audio: audioStreams.map(stream => readAudioTrack(stream, wholeBitrate)),
    subtitles: ofType('subtitle').map(sideTrack),
    cover: cover === undefined ? null : sideTrack(cover),
    fonts: ofType('attachment').map(sideTrack).filter(isFont),
    unwantedTags: unwantedTags(json),
    tags: lowerCased({ ...audioStreams[0]?.tags, ...json.format.tags }),
    chapters: json.chapters.map(({ start_time = 0, end_time = 0, tags }) => ({
      title: lowerCased(tags).title ?? '',
      startSeconds: start_time,
      endSeconds: end_time,
    })),
    isProtected: json.streams.some(isEncrypted) || Object.hasOwn(json.format.tags, 'ASF_Protection_Type'),
  }
}

/** The AVI header holds the full frame count; ffprobe counts what is left of a file whose end and index are missing. */
function readVideo(stream: ProbedStream, json: ProbeJson): VideoTrack {
  const video = readVideoTrack(stream, hasHiddenStart(json, stream.index))
  if (json.format.format_name !== 'avi' || video.framesPerSecond === null) return video
  const countedSeconds = (stream.nb_frames ?? 0) / video.framesPerSecond
  return { ...video, durationSeconds: Math.max(video.durationSeconds ?? 0, countedSeconds) || null }
}

function isStill({ disposition }: ProbedStream): boolean {
  return disposition.attached_pic === 1 || disposition.timed_thumbnails === 1 || disposition.still_image === 1
}

/** Shorter than any frame: rounding of time bases. */
const toleranceSeconds = 0.02

function hasHiddenStart({ packets }: ProbeJson, index: number): boolean {
  return packets.some(
    ({ stream_index, pts_time = 0, flags }) =>
      stream_index === index && flags.includes('D') && pts_time < -toleranceSeconds,
  )
}

function sideTrack(stream: ProbedStream): SideTrack {
  return { index: stream.index, codec: stream.codec_name ?? 'unknown' }
}

function isFont({ codec }: SideTrack): boolean {
  return codec === 'ttf' || codec === 'otf'
}

/** Matroska names the key; MP4 replaces the codec by an encrypted sample entry (see also protected-mp4.ts). */
function isEncrypted(stream: ProbedStream): boolean {
  const entry = stream.codec_tag_string?.toLowerCase()
  return Object.hasOwn(stream.tags, 'enc_key_id') || (entry !== undefined && protectedEntries.has(entry))
}

const protectedEntries: ReadonlySet<string> = new Set(['encv', 'enca', 'enct', 'drms', 'drmi', 'drmt'])

const locationTags = /location|gps|geotag|latitude|longitude|(?:^|[^a-z])xyz$/i
const containerTags =
  /^(?:major_brand|minor_version|compatible_brands|(?:bps|number_of_(?:frames|bytes)|duration-|_statistics_).*)$/i

function unwantedTags({ format, streams }: ProbeJson): readonly string[] {
  const names = [format.tags, ...streams.map(stream => stream.tags)].flatMap(tags => Object.keys(tags))
  return [...new Set(names.filter(name => locationTags.test(name) || containerTags.test(name)))]
}

/** Containers disagree about the case of tag names. */
function lowerCased(tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]))
}

function positive(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : null
}
