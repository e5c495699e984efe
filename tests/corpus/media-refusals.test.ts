/** Rejects files that are not media, empty, damaged, encrypted or playlists, with the right error code and no leftovers. */
import { readFile } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { afterEach, describe, expect, test } from 'vitest'
import { aac, h264, testCard, tone } from './support/clips.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { processesBelow } from './support/processes-below.ts'

const harness = openMediaHarness()

afterEach(async () => {
  expect(await harness.converter.leftovers()).toEqual([])
  expect(processesBelow(process.pid, 'ffmpeg')).toEqual([])
})

const image = ['-f', 'lavfi', '-i', testCard(320, 180)]
const audioInput = ['-f', 'lavfi', '-i', tone()]
const long = ['-f', 'lavfi', '-i', testCard(320, 180, 8), '-f', 'lavfi', '-i', tone(44_100, 8)]

function video(inputPath: string, from: FormatId, to: FormatId = 'mp4') {
  return harness.converter.convertMedia({ operation: 'convert-video', inputPath, from, to })
}

function audio(inputPath: string, from: FormatId, isExtraction: boolean): Promise<unknown> {
  return harness.converter.convertMedia({
    operation: 'convert-audio',
    inputPath,
    from,
    to: 'mp3',
    isExtraction,
  })
}

describe('a playlist with the extension of a video', () => {
  const lists = [
    ['HLS', (path: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${path}\n#EXT-X-ENDLIST\n`],
    ['ffconcat', (path: string) => `ffconcat version 1.0\nfile ${path}\n`],
  ] as const

  test.each(lists)('%s is rejected before anything is queued', async (name, write) => {
    const path = await harness.clips.write(`${name}.mp4`, write(await harness.clips.video('mp4')))
    const format = sniffFormat(await readFile(path))
    expect(format).toBe('playlist')
    await expect(video(path, format as FormatId)).rejects.toMatchObject({ code: 'playlist-given' })
    await expect(audio(path, format as FormatId, true)).rejects.toMatchObject({ code: 'playlist-given' })
  })

  test.each(lists)(
    '%s is not followed by the engine even when declared as a video (local file disclosure)',
    async (name, write) => {
      const path = await harness.clips.write(`${name}-forced.mp4`, write(await harness.clips.video('ts')))
      for (const format of ['mp4', 'mkv', 'ts', 'mpeg'] as const)
        await expect(video(path, format)).rejects.toMatchObject({ code: 'file-damaged' })
    },
  )
})

describe('files without the expected content', () => {
  test.each(['mp4', 'mkv', 'avi', 'wmv', 'flv', 'ts', 'ogv', 'gif'] as const)(
    'rejects text named %s with file-damaged',
    async format => {
      const path = await harness.clips.write(
        `words.${format}`,
        'Once upon a time there was a video.\n'.repeat(500),
      )
      await expect(video(path, format)).rejects.toMatchObject({ code: 'file-damaged' })
    },
  )

  test('rejects a video without a single frame', async () => {
    // An interrupted fragmented capture: tracks are declared, but no samples follow.
    const path = await harness.clips.make(
      'empty.mp4',
      ...image,
      ...h264,
      '-t',
      '0',
      '-movflags',
      '+empty_moov',
    )
    await expect(video(path, 'mp4')).rejects.toMatchObject({ code: 'nothing-to-play' })
  })

  test('rejects an audio file without a single sample', async () => {
    const path = await harness.clips.make('empty.wav', ...audioInput, '-t', '0')
    await expect(audio(path, 'wav', false)).rejects.toMatchObject({ code: 'nothing-to-play' })
  })

  test('rejects extraction from a video without audio', async () => {
    const path = await harness.clips.make('mute.mp4', ...image, ...h264)
    await expect(audio(path, 'mp4', true)).rejects.toMatchObject({ code: 'no-audio-track' })
  })

  test.each([
    ['alone', []],
    [
      'with a cover',
      ['-f', 'lavfi', '-i', 'color=blue:size=100x100:duration=0.04', '-map', '0', '-map', '1'],
    ],
  ])('convert-video rejects an audio file %s', async (name, cover) => {
    const encoded = cover.length === 0 ? [] : ['-c:v', 'mjpeg', '-disposition:v', 'attached_pic']
    const path = await harness.clips.make(
      `sound-${name.replaceAll(' ', '-')}.mp4`,
      ...audioInput,
      ...cover,
      ...aac,
      ...encoded,
    )
    await expect(video(path, 'mp4')).rejects.toMatchObject({ code: 'no-video-track' })
  })

  test('convert-audio rejects a video unless extraction is requested', async () => {
    for (const name of ['mp4', 'mov', 'mkv', 'webm'] as const)
      await expect(audio(await harness.clips.video(name), name, false)).rejects.toMatchObject({
        code: 'video-given',
      })
    await expect(audio(await harness.clips.video('avi'), 'avi', false)).rejects.toMatchObject({
      code: 'unsupported-input',
    })
  })
})

describe('truncated files', () => {
  async function cut(name: string, share: number, ...codecs: readonly string[]): Promise<string> {
    const complete = await readFile(await harness.clips.make(`whole-${name}`, ...long, ...codecs))
    return harness.clips.write(`cut-${name}`, complete.subarray(0, Math.round(complete.length * share)))
  }

  test('rejects an MP4 without its index', async () => {
    const path = await cut('late.mp4', 0.4, ...h264, ...aac)
    await expect(video(path, 'mp4')).rejects.toMatchObject({ code: 'file-damaged' })
  })

  test.each([
    ['with its index in front', 'early.mp4', 'mp4', [...h264, ...aac, '-movflags', '+faststart']],
    ['', 'video.mkv', 'mkv', [...h264, ...aac]],
    ['', 'video.avi', 'avi', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
  ] as const)('converts %s %s as far as it goes', async (_, name, format, codecs) => {
    const path = await cut(name, 0.4, ...codecs)
    for (const to of ['mp4', 'webm'] as const) {
      const { media } = await video(path, format, to)
      expect(media.after.durationSeconds).toBeLessThan(5)
      expect(media.after.durationSeconds).toBeGreaterThan(1.5)
    }
  })

  test('accepts a file that is a few frames shorter than declared', async () => {
    await video(await cut('nearly.mkv', 0.97, ...h264, ...aac), 'mkv')
  })
})

test('rejects an encrypted video with file-protected', async () => {
  const key = [
    '-encryption_key',
    '76a6c65c5ea762046bd749a2e632ccbb',
    '-encryption_kid',
    'a7e61c373e219033c21091fa607bf3b8',
  ]
  const lock = ['-encryption_scheme', 'cenc-aes-ctr', ...key]
  const path = await harness.clips.make('locked.mp4', ...image, ...audioInput, ...h264, ...aac, ...lock)
  await expect(video(path, 'mp4')).rejects.toMatchObject({ code: 'file-protected' })
  await expect(audio(path, 'mp4', true)).rejects.toMatchObject({ code: 'file-protected' })
})
