/** Stream copy: streams that fit the container are copied bit for bit, all others are encoded. */

import { open } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { everyNth } from '../support/thorough.ts'
import { aac, h264, testCard, tone } from './support/clips.ts'
import { packetsHash } from './support/compare-media.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { audioTracksOf, probeResult, videoOf } from './support/probe-result.ts'

const harness = openMediaHarness()

const h265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-tag:v', 'hvc1']
const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']
const image = ['-f', 'lavfi', '-i', testCard(320, 180)]
const inputs = [...image, '-f', 'lavfi', '-i', tone(48_000)]

describe('convert-video: copies streams that fit the container bit for bit', () => {
  test.concurrent.each(
    everyNth(3, [
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
    ]),
  )('%s to %s (%#)', async (from, to, codecs) => {
    const source = await harness.clips.make(`copied-${from}-to-${to}.${from}`, ...inputs, ...codecs)
    const { path, media } = await harness.video(source, from, to)
    expect(media).toMatchObject({ video: 'copied', audio: 'copied' })
    for (const track of ['v:0', 'a:0'])
      expect(await packetsHash(path, track)).toBe(await packetsHash(source, track))
  })
})

describe('convert-video: encodes only what does not fit', () => {
  test.concurrent('audio only: AC-3 does not play from MP4 in browsers', async () => {
    const source = await harness.clips.make('ac3.mkv', ...inputs, ...h264, '-c:a', 'ac3')
    const { path, media } = await harness.video(source, 'mkv', 'mp4')
    expect(media).toMatchObject({ video: 'copied', audio: 'encoded' })
    expect(await packetsHash(path, 'v:0')).toBe(await packetsHash(source, 'v:0'))
    expect(audioTracksOf(await probeResult(path)).map(({ codec }) => codec)).toEqual(['aac'])
  })

  test.concurrent('video only: browsers and phones need H.264', async () => {
    const source = await harness.clips.make('mpeg4.mkv', ...inputs, '-c:v', 'mpeg4', ...aac)
    const { path, media } = await harness.video(source, 'mkv', 'mp4')
    expect(media).toMatchObject({ video: 'encoded', audio: 'copied' })
    expect(await packetsHash(path, 'a:0')).toBe(await packetsHash(source, 'a:0'))
    expect(videoOf(await probeResult(path))?.codec).toBe('h264')
  })

  test.concurrent('video only, when a smaller size is requested', async () => {
    const large = ['-f', 'lavfi', '-i', testCard(1280, 720, 0.4), '-f', 'lavfi', '-i', tone(48_000, 0.4)]
    const source = await harness.clips.make('large.mp4', ...large, ...h264, ...aac)
    const { path, media } = await harness.video(source, 'mp4', 'mp4', '360p')
    expect(media).toMatchObject({ video: 'encoded', audio: 'copied' })
    expect(videoOf(await probeResult(path))).toMatchObject({ width: 640, height: 360 })
    expect(await packetsHash(path, 'a:0')).toBe(await packetsHash(source, 'a:0'))
  })

  test.concurrent.each([
    ['HEVC', [...h265, '-pix_fmt', 'yuv420p']],
    ['ten bits', ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le']],
    ['full chroma', ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p']],
  ])('an MP4 that browsers do not play (%s) becomes one that they do', async (name, codecs) => {
    const source = await harness.clips.make(`${name.replace(' ', '-')}.mp4`, ...image, ...codecs)
    const { path, media } = await harness.video(source, 'mp4', 'mp4')
    expect(media.video).toBe('encoded')
    expect(videoOf(await probeResult(path))).toMatchObject({
      codec: 'h264',
      codecTag: 'avc1',
      pixelFormat: 'yuv420p',
    })
  })
})

describe('convert-audio: stream copy', () => {
  test.concurrent.each(
    everyNth(3, [
      ['mp3', 'mp3', ['-c:a', 'libmp3lame', '-b:a', '192k']],
      ['aac', 'm4a', ['-c:a', 'aac']],
      ['m4a', 'aac', ['-c:a', 'aac']],
      ['ogg', 'ogg', ['-c:a', 'libvorbis']],
      ['opus', 'ogg', ['-c:a', 'libopus']],
      ['flac', 'flac', ['-c:a', 'flac']],
      ['wav', 'wav', ['-c:a', 'pcm_s24le']],
    ]),
  )('%s to %s is copied', async (from, to, codecs) => {
    const source = await harness.clips.make(
      `sound-to-${to}.${from}`,
      '-f',
      'lavfi',
      '-i',
      tone(48_000),
      ...codecs,
    )
    const { path, media } = await harness.audio(source, from, to)
    expect(media.audio).toBe('copied')
    // Raw AAC has an ADTS header before each packet, so hashes compare within one format only.
    if (from === to) expect(await packetsHash(path, 'a:0')).toBe(await packetsHash(source, 'a:0'))
    expect(audioTracksOf(await probeResult(path))[0]?.codec).toBe(
      audioTracksOf(await probeResult(source))[0]?.codec,
    )
  })

  test.concurrent('encodes a source with a higher bitrate than requested', async () => {
    const source = await harness.clips.make(
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
    const { path, media } = await harness.audio(source, 'mp3', 'mp3', '128')
    expect(media.audio).toBe('encoded')
    expect(audioTracksOf(await probeResult(path))[0]?.bitrateKbps).toBeCloseTo(128, 0)
  })
})

describe('MP4 files start with their index (fast start)', () => {
  test.concurrent.each(
    everyNth(2, [
      ['copied', 'mp4', h264],
      ['copied', 'mov', h264],
      ['encoded', 'mov', ['-c:v', 'mpeg4']],
      ['encoded', 'mp4', ['-c:v', 'mpeg4']],
    ]),
  )('%s to %s', async (work, to, codecs) => {
    const source = await harness.clips.make(`index-${work}.mkv`, ...inputs, ...codecs, ...aac)
    const { path, media } = await harness.video(source, 'mkv', to)
    expect(media.video).toBe(work)
    expect(await atomsOf(path)).toEqual(['ftyp', 'moov', 'mdat'])
  })

  test.concurrent('m4a', async () => {
    const { path } = await harness.audio(await harness.clips.audio('wav'), 'wav', 'm4a')
    expect(await atomsOf(path)).toEqual(['ftyp', 'moov', 'mdat'])
  })
})

/** Top-level boxes of an MP4 in order, without padding. */
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
