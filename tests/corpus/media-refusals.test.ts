/** Files that are no film, hold nothing, are broken, locked or too much: each is refused by name and leaves nothing behind. */
import { readFile } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { afterEach, describe, expect, test } from 'vitest'
import { aac, h264, testCard, tone } from './support/clips.ts'
import { openMediaStage } from './support/media-stage.ts'
import { processesBelow } from './support/processes-below.ts'

const stage = openMediaStage()

afterEach(async () => {
  expect(await stage.converter.leftovers()).toEqual([])
  expect(processesBelow(process.pid, 'ffmpeg')).toEqual([])
})

const image = ['-f', 'lavfi', '-i', testCard(320, 180)]
const sound = ['-f', 'lavfi', '-i', tone()]
const long = ['-f', 'lavfi', '-i', testCard(320, 180, 8), '-f', 'lavfi', '-i', tone(44_100, 8)]

function video(inputPath: string, from: FormatId, to: FormatId = 'mp4'): Promise<unknown> {
  return stage.converter.convertMedia({ operation: 'convert-video', inputPath, from, to })
}

function audio(inputPath: string, from: FormatId, isExtraction: boolean): Promise<unknown> {
  return stage.converter.convertMedia({
    operation: 'convert-audio',
    inputPath,
    from,
    to: 'mp3',
    isExtraction,
  })
}

describe('a list of files that calls itself a film', () => {
  const lists = [
    ['HLS', (path: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${path}\n#EXT-X-ENDLIST\n`],
    ['ffconcat', (path: string) => `ffconcat version 1.0\nfile ${path}\n`],
  ] as const

  test.each(lists)('%s is refused before anything is queued', async (name, write) => {
    const path = await stage.clips.write(`${name}.mp4`, write(await stage.clips.video('mp4')))
    const format = sniffFormat(await readFile(path))
    expect(format).toBe('playlist')
    await expect(video(path, format as FormatId)).rejects.toMatchObject({ code: 'playlist-given' })
    await expect(audio(path, format as FormatId, true)).rejects.toMatchObject({ code: 'playlist-given' })
  })

  test.each(lists)('%s is not followed even by an engine that was told it is a film', async (name, write) => {
    const path = await stage.clips.write(`${name}-forced.mp4`, write(await stage.clips.video('ts')))
    for (const format of ['mp4', 'mkv', 'ts', 'mpeg'] as const)
      await expect(video(path, format)).rejects.toMatchObject({ code: 'file-damaged' })
  })
})

describe('nothing in it', () => {
  test.each(['mp4', 'mkv', 'avi', 'wmv', 'flv', 'ts', 'ogv', 'gif'] as const)(
    'text named %s',
    async format => {
      const path = await stage.clips.write(
        `words.${format}`,
        'Once upon a time there was a film.\n'.repeat(500),
      )
      await expect(video(path, format)).rejects.toMatchObject({ code: 'file-damaged' })
    },
  )

  test('a film without a single frame', async () => {
    // The beginning of a recording that never went on: tracks are declared, and nothing follows.
    const path = await stage.clips.make('empty.mp4', ...image, ...h264, '-t', '0', '-movflags', '+empty_moov')
    await expect(video(path, 'mp4')).rejects.toMatchObject({ code: 'nothing-to-play' })
  })

  test('a recording without a single sample', async () => {
    const path = await stage.clips.make('empty.wav', ...sound, '-t', '0')
    await expect(audio(path, 'wav', false)).rejects.toMatchObject({ code: 'nothing-to-play' })
  })

  test('a film without sound has none to give', async () => {
    const path = await stage.clips.make('mute.mp4', ...image, ...h264)
    await expect(audio(path, 'mp4', true)).rejects.toMatchObject({ code: 'no-audio-track' })
  })

  test.each([
    ['alone', []],
    [
      'with a cover',
      ['-f', 'lavfi', '-i', 'color=blue:size=100x100:duration=0.04', '-map', '0', '-map', '1'],
    ],
  ])('sound %s is no film', async (name, cover) => {
    const encoded = cover.length === 0 ? [] : ['-c:v', 'mjpeg', '-disposition:v', 'attached_pic']
    const path = await stage.clips.make(
      `sound-${name.replaceAll(' ', '-')}.mp4`,
      ...sound,
      ...cover,
      ...aac,
      ...encoded,
    )
    await expect(video(path, 'mp4')).rejects.toMatchObject({ code: 'no-video-track' })
  })

  test('a film given as a recording is told where its sound is to be had', async () => {
    for (const name of ['mp4', 'mov', 'mkv', 'webm'] as const)
      await expect(audio(await stage.clips.video(name), name, false)).rejects.toMatchObject({
        code: 'video-given',
      })
    await expect(audio(await stage.clips.video('avi'), 'avi', false)).rejects.toMatchObject({
      code: 'unsupported-input',
    })
  })
})

describe('cut off in the middle', () => {
  async function cut(name: string, share: number, ...codecs: readonly string[]): Promise<string> {
    const whole = await readFile(await stage.clips.make(`whole-${name}`, ...long, ...codecs))
    return stage.clips.write(`cut-${name}`, whole.subarray(0, Math.round(whole.length * share)))
  }

  test.each([
    ['without its index', 'late.mp4', 'mp4', [...h264, ...aac]],
    ['with its index in front', 'early.mp4', 'mp4', [...h264, ...aac, '-movflags', '+faststart']],
    ['', 'film.mkv', 'mkv', [...h264, ...aac]],
    ['', 'film.avi', 'avi', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
  ] as const)('%s %s', async (_, name, format, codecs) => {
    const path = await cut(name, 0.4, ...codecs)
    for (const to of ['mp4', 'webm'] as const)
      await expect(video(path, format, to)).rejects.toMatchObject({ code: 'file-damaged' })
  })

  test('a few frames less than declared are no reason to refuse', async () => {
    await video(await cut('nearly.mkv', 0.97, ...h264, ...aac), 'mkv')
  })
})

test('a film with a lock is called protected', async () => {
  const key = [
    '-encryption_key',
    '76a6c65c5ea762046bd749a2e632ccbb',
    '-encryption_kid',
    'a7e61c373e219033c21091fa607bf3b8',
  ]
  const lock = ['-encryption_scheme', 'cenc-aes-ctr', ...key]
  const path = await stage.clips.make('locked.mp4', ...image, ...sound, ...h264, ...aac, ...lock)
  await expect(video(path, 'mp4')).rejects.toMatchObject({ code: 'file-protected' })
  await expect(audio(path, 'mp4', true)).rejects.toMatchObject({ code: 'file-protected' })
})
