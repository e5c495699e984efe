/** Video conversions keep audio tracks, channel layouts, subtitles, chapters and tags, and remove location data. */

import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ffmpegBytes } from '../support/run-program.ts'
import { everyNth } from '../support/thorough.ts'
import { aac, h264, testCard, tone } from './support/clips.ts'
import { loudnessDb } from './support/compare-media.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { audioTracksOf, probeResult } from './support/probe-result.ts'

const harness = openMediaHarness()

const image = ['-f', 'lavfi', '-i', testCard(320, 180)]
const oneTone = ['-f', 'lavfi', '-i', tone()]

describe('convert-video: two audio tracks in two languages', () => {
  /** The second track is quieter and the default one. */
  const source = () =>
    harness.clips.make(
      'languages.mkv',
      ...image,
      ...[...oneTone, '-f', 'lavfi', '-i', 'sine=frequency=300:duration=1.6'],
      ...['-map', '0', '-map', '1', '-map', '2', ...h264, ...aac, '-filter:a:1', 'volume=-12dB'],
      ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=ger'],
      ...['-metadata:s:a:1', 'title=Kommentar', '-disposition:a:0', '0', '-disposition:a:1', 'default'],
    )

  test.concurrent.each(everyNth(3, ['mp4', 'mov', 'mkv', 'webm']))(
    '%s keeps both, with languages and the default flag',
    async to => {
      const { path, media } = await harness.video(await source(), 'mkv', to)
      const tracks = audioTracksOf(await probeResult(path))
      expect(tracks.map(track => track.tags.language)).toEqual(['eng', 'ger'])
      expect(tracks.map(track => track.isDefault)).toEqual([false, true])
      expect(media.after.audioTracks).toBe(2)
      for (const track of [0, 1]) {
        const change = (await loudnessDb(path, track)) - (await loudnessDb(await source(), track))
        expect(Math.abs(change)).toBeLessThan(1.5)
      }
    },
  )

  test.concurrent('avi keeps both, in order', async () => {
    const { path } = await harness.video(await source(), 'mkv', 'avi')
    expect(audioTracksOf(await probeResult(path)).map(({ codec }) => codec)).toEqual(['mp3', 'mp3'])
    expect(await loudnessDb(path, 1)).toBeLessThan((await loudnessDb(path, 0)) - 6)
  })

  test.concurrent('API-12 extraction takes the default track', async () => {
    const inputPath = await source()
    const { path } = await harness.extract(inputPath, 'mkv', 'wav')
    expect(await loudnessDb(path)).toBeCloseTo(await loudnessDb(inputPath, 1), 0)
  })
})

describe('convert-video: 5.1 audio with sound in the center channel only', () => {
  const middleOnly = 'aevalsrc=0|0|0.3*sin(440*2*PI*t)|0|0|0:c=5.1:d=1.6:s=48000'
  const source = (layout: '5.1' | '5.1(side)') =>
    harness.clips.make(
      `six-${layout === '5.1' ? 'back' : 'side'}.mkv`,
      ...[...image, '-f', 'lavfi', '-i', middleOnly.replace('5.1', layout), ...h264, '-c:a', 'flac'],
    )

  test.concurrent.each(
    everyNth(2, [
      ['5.1', 'mp4', 'aac', 6],
      ['5.1(side)', 'mp4', 'aac', 6],
      ['5.1(side)', 'webm', 'opus', 6],
      ['5.1', 'webm', 'opus', 6],
      ['5.1', 'avi', 'mp3', 2],
    ]),
  )('%s to %s is not silent', async (layout, to, codec, channels) => {
    const { path } = await harness.video(await source(layout), 'mkv', to)
    expect(audioTracksOf(await probeResult(path))).toMatchObject([{ codec, channels }])
    expect(await loudnessDb(path)).toBeGreaterThan(-35)
  })

  test.concurrent.each(everyNth(2, ['mp3', 'ogg', 'm4a', 'flac']))(
    'extracted as %s it is not silent',
    async to => {
      const { path } = await harness.extract(await source('5.1'), 'mkv', to)
      expect(audioTracksOf(await probeResult(path))[0]?.channels).toBe(to === 'mp3' ? 2 : 6)
      expect(await loudnessDb(path)).toBeGreaterThan(-35)
    },
  )
})

describe('convert-video: subtitles and chapters', () => {
  const srt =
    '1\n00:00:00,200 --> 00:00:00,900\nGrüße aus Málaga\n\n2\n00:00:01,000 --> 00:00:01,400\nThe end\n'
  const chapters =
    ';FFMETADATA1\ntitle=Ein Film\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=800\ntitle=Beginning\n' +
    '[CHAPTER]\nTIMEBASE=1/1000\nSTART=800\nEND=1600\ntitle=Ending\n'

  async function source(extension: 'mkv' | 'mp4', codec: string): Promise<string> {
    const [texts, marks] = [
      await harness.clips.write('words.srt', srt),
      await harness.clips.write('marks.txt', chapters),
    ]
    return harness.clips.make(
      `subtitled.${extension}`,
      ...[...image, ...oneTone, '-i', texts, '-f', 'ffmetadata', '-i', marks],
      ...['-map', '0', '-map', '1', '-map', '2', '-map_metadata', '3', '-map_chapters', '3'],
      ...[...h264, ...aac, '-c:s', codec, '-metadata:s:s:0', 'language=spa'],
    )
  }

  test.concurrent.each(
    everyNth(2, [
      ['mkv', 'subrip', 'mp4', 'mov_text'],
      ['mkv', 'subrip', 'mov', 'mov_text'],
      ['mkv', 'subrip', 'webm', 'webvtt'],
      ['mkv', 'subrip', 'mkv', 'subrip'],
      ['mp4', 'mov_text', 'mkv', 'subrip'],
      ['mp4', 'mov_text', 'mp4', 'mov_text'],
    ]),
  )('%s with %s to %s keeps subtitles, their language and chapters', async (from, before, to, after) => {
    const { path, media } = await harness.video(await source(from, before), from, to)
    const contents = await probeResult(path)
    const subtitles = contents.tracks.filter(track => track.kind === 'subtitle')
    expect(subtitles).toMatchObject([{ codec: after, tags: { language: 'spa' } }])
    expect(media.after.subtitleTracks).toBe(1)
    const words = (await ffmpegBytes('-i', path, '-map', '0:s:0', '-f', 'srt')).toString('utf8')
    expect(words).toContain('Grüße aus Málaga')
    // Encoder delay of the audio shifts all other streams slightly.
    expect(Number(/00:00:00,(\d+) -->/.exec(words)?.[1]) / 1000).toBeCloseTo(0.2, 1)
    expect(contents.chapters).toEqual([
      { title: 'Beginning', startSeconds: 0 },
      { title: 'Ending', startSeconds: 0.8 },
    ])
    expect(contents.tags.title).toBe('Ein Film')
  })

  test.concurrent('avi drops both, which it does not support', async () => {
    const { path } = await harness.video(await source('mkv', 'subrip'), 'mkv', 'avi')
    expect((await probeResult(path)).tracks.map(track => track.kind)).toEqual(['video', 'audio'])
  })
})

describe('convert-video: removes location data', () => {
  const location = '+48.2082+016.3738/'
  const source = () =>
    harness.clips.make(
      'place.mov',
      ...[...image, ...oneTone, ...h264, ...aac, '-movflags', 'use_metadata_tags'],
      ...[
        '-metadata',
        'title=Holiday',
        '-metadata',
        `location=${location}`,
        '-metadata',
        `location-eng=${location}`,
      ],
      ...['-metadata', `com.apple.quicktime.location.ISO6709=${location}`],
    )

  test.concurrent.each(everyNth(2, ['mp4', 'mov', 'mkv', 'webm', 'avi']))('as %s', async to => {
    const inputPath = await source()
    expect((await readFile(inputPath)).includes(location)).toBe(true)
    const { path } = await harness.video(inputPath, 'mov', to)
    expect((await readFile(path)).includes(location)).toBe(false)
    expect((await probeResult(path)).tags.title).toBe('Holiday')
  })

  test.concurrent('from extracted audio', async () => {
    const { path } = await harness.extract(await source(), 'mov', 'm4a')
    expect((await readFile(path)).includes(location)).toBe(false)
  })
})
