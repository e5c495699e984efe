/** The least work: what fits is copied bit by bit, and only what does not fit is encoded again. */
import { open } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { aac, h264, testCard, tone } from './support/clips.ts'
import { packetsHash } from './support/compare-media.ts'
import { audioTracksOf, lookInto, videoOf } from './support/inspect-result.ts'
import { openMediaStage } from './support/media-stage.ts'

const stage = openMediaStage()

const h265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-tag:v', 'hvc1']
const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']
const image = ['-f', 'lavfi', '-i', testCard(320, 180)]
const inputs = [...image, '-f', 'lavfi', '-i', tone(48_000)]

describe('films whose streams fit are copied bit by bit', () => {
  test.concurrent.each([
    ['mp4', 'mkv', [...h264, ...aac]],
    ['mp4', 'mov', [...h264, ...aac]],
    ['mp4', 'mp4', [...h264, ...aac]],
    ['mov', 'mp4', [...h264, ...aac]],
    ['mkv', 'mp4', [...h264, ...aac]],
    ['mkv', 'mkv', [...h265, '-c:a', 'flac']],
    ['webm', 'mkv', [...vp9, '-c:a', 'libopus']],
    ['mkv', 'webm', [...vp9, '-c:a', 'libvorbis']],
    ['avi', 'mkv', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
    ['avi', 'avi', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
  ] as const)('%s to %s (%#)', async (from, to, codecs) => {
    const source = await stage.clips.make(`copied-${from}-to-${to}.${from}`, ...inputs, ...codecs)
    const { path, media } = await stage.video(source, from, to)
    expect(media).toMatchObject({ video: 'copied', audio: 'copied' })
    for (const track of ['v:0', 'a:0'])
      expect(await packetsHash(path, track)).toBe(await packetsHash(source, track))
  })
})

describe('only what does not fit is encoded again', () => {
  test.concurrent('the sound alone: AC-3 has no place in an MP4 for browsers', async () => {
    const source = await stage.clips.make('ac3.mkv', ...inputs, ...h264, '-c:a', 'ac3')
    const { path, media } = await stage.video(source, 'mkv', 'mp4')
    expect(media).toMatchObject({ video: 'copied', audio: 'encoded' })
    expect(await packetsHash(path, 'v:0')).toBe(await packetsHash(source, 'v:0'))
    expect(audioTracksOf(await lookInto(path)).map(({ codec }) => codec)).toEqual(['aac'])
  })

  test.concurrent('the pictures alone: browsers and phones want H.264', async () => {
    const source = await stage.clips.make('mpeg4.mkv', ...inputs, '-c:v', 'mpeg4', ...aac)
    const { path, media } = await stage.video(source, 'mkv', 'mp4')
    expect(media).toMatchObject({ video: 'encoded', audio: 'copied' })
    expect(await packetsHash(path, 'a:0')).toBe(await packetsHash(source, 'a:0'))
    expect(videoOf(await lookInto(path))?.codec).toBe('h264')
  })

  test.concurrent('the pictures alone, when they are asked for smaller', async () => {
    const large = ['-f', 'lavfi', '-i', testCard(1280, 720, 0.4), '-f', 'lavfi', '-i', tone(48_000, 0.4)]
    const source = await stage.clips.make('large.mp4', ...large, ...h264, ...aac)
    const { path, media } = await stage.video(source, 'mp4', 'mp4', '360p')
    expect(media).toMatchObject({ video: 'encoded', audio: 'copied' })
    expect(videoOf(await lookInto(path))).toMatchObject({ width: 640, height: 360 })
    expect(await packetsHash(path, 'a:0')).toBe(await packetsHash(source, 'a:0'))
  })

  test.concurrent.each([
    ['HEVC', [...h265, '-pix_fmt', 'yuv420p']],
    ['ten bits', ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le']],
    ['full colour', ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p']],
  ])('an MP4 that browsers do not play (%s) becomes one that they do', async (name, codecs) => {
    const source = await stage.clips.make(`${name.replace(' ', '-')}.mp4`, ...image, ...codecs)
    const { path, media } = await stage.video(source, 'mp4', 'mp4')
    expect(media.video).toBe('encoded')
    expect(videoOf(await lookInto(path))).toMatchObject({
      codec: 'h264',
      codecTag: 'avc1',
      pixelFormat: 'yuv420p',
    })
  })
})

describe('recordings', () => {
  test.concurrent.each([
    ['mp3', 'mp3', ['-c:a', 'libmp3lame', '-b:a', '192k']],
    ['aac', 'm4a', ['-c:a', 'aac']],
    ['m4a', 'aac', ['-c:a', 'aac']],
    ['ogg', 'ogg', ['-c:a', 'libvorbis']],
    ['opus', 'ogg', ['-c:a', 'libopus']],
    ['flac', 'flac', ['-c:a', 'flac']],
    ['wav', 'wav', ['-c:a', 'pcm_s24le']],
  ] as const)('%s to %s is copied', async (from, to, codecs) => {
    const source = await stage.clips.make(
      `sound-to-${to}.${from}`,
      '-f',
      'lavfi',
      '-i',
      tone(48_000),
      ...codecs,
    )
    const { path, media } = await stage.audio(source, from, to)
    expect(media.audio).toBe('copied')
    // An ADTS header before each packet is the container's, not the sound's.
    if (from === to) expect(await packetsHash(path, 'a:0')).toBe(await packetsHash(source, 'a:0'))
    expect(audioTracksOf(await lookInto(path))[0]?.codec).toBe(
      audioTracksOf(await lookInto(source))[0]?.codec,
    )
  })

  test.concurrent('a recording of a higher bitrate than asked for is encoded again', async () => {
    const source = await stage.clips.make(
      '320.mp3',
      '-f',
      'lavfi',
      '-i',
      tone(),
      '-c:a',
      'libmp3lame',
      '-b:a',
      '320k',
    )
    const { path, media } = await stage.audio(source, 'mp3', 'mp3', '128')
    expect(media.audio).toBe('encoded')
    expect(audioTracksOf(await lookInto(path))[0]?.bitrateKbps).toBeCloseTo(128, 0)
  })
})

describe('what browsers play begins with its index', () => {
  test.concurrent.each([
    ['copied', 'mp4', h264],
    ['copied', 'mov', h264],
    ['encoded', 'mp4', ['-c:v', 'mpeg4']],
    ['encoded', 'mov', ['-c:v', 'mpeg4']],
  ] as const)('%s to %s', async (work, to, codecs) => {
    const source = await stage.clips.make(`index-${work}.mkv`, ...inputs, ...codecs, ...aac)
    const { path, media } = await stage.video(source, 'mkv', to)
    expect(media.video).toBe(work)
    expect(await atomsOf(path)).toEqual(['ftyp', 'moov', 'mdat'])
  })

  test.concurrent('m4a', async () => {
    const { path } = await stage.audio(await stage.clips.sound('wav'), 'wav', 'm4a')
    expect(await atomsOf(path)).toEqual(['ftyp', 'moov', 'mdat'])
  })
})

/** Names of the parts of an MP4, in order; padding left out. */
async function atomsOf(path: string): Promise<string[]> {
  await using file = await open(path)
  const { size: fileBytes } = await file.stat()
  const names: string[] = []
  const header = Buffer.alloc(8)
  for (let offset = 0; offset < fileBytes; ) {
    await file.read(header, 0, header.length, offset)
    names.push(header.toString('latin1', 4))
    offset += Math.max(header.readUInt32BE(0), header.length)
  }
  return names.filter(name => name !== 'free' && name !== 'wide')
}
