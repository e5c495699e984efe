/** Audiobooks of several files, and chapters that conversions keep. */
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { beforeAll, describe, expect, test } from 'vitest'
import { partOf } from '../support/thorough.ts'
import { aac, tone } from './support/clips.ts'
import { packetsHash } from './support/compare-media.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { audioTracksOf, probeResult } from './support/probe-result.ts'

const harness = openMediaHarness()
const cover = ['-f', 'lavfi', '-i', 'color=red:size=64x64:duration=0.04']

interface BookFile {
  readonly path: string
  readonly name: string
}

async function makeBook(files: readonly BookFile[], from: FormatId, options: object = {}) {
  const [first] = files
  if (first === undefined) throw new Error('a book needs a file')
  const outputPath = join(await folder(), `book-${Math.random()}.m4b`)
  const outcome = await harness.converter.runtime.runStep({
    step: {
      ability: 'ffmpeg-audiobook',
      from,
      to: 'm4b',
      options: { title: '', author: '', ...options },
    },
    inputPath: first.path,
    files: files.map(file => ({ ...file, modifiedAt: new Date(0) })),
    outputPath,
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  return { path: outputPath, outcome, book: await probeResult(outputPath) }
}

const folder = async () => join(await harness.clips.write('marker', ''), '..')

const tonesOf = (seconds: number, ...args: string[]) => ['-f', 'lavfi', '-i', tone(44_100, seconds), ...args]

describe('create-audiobook', () => {
  test('joins different formats: a chapter for each file, with tags and cover art of the first', async () => {
    const tags = ['title=One: the Pier', 'album=Harbor', 'artist=Ada Lind']
    const mp3 = await harness.clips.make(
      'one.mp3',
      ...['-f', 'lavfi', '-i', tone(44_100, 1.5), ...cover, '-map', '0', '-map', '1'],
      ...tags.flatMap(tag => ['-metadata', tag]),
      ...['-c:v', 'mjpeg', '-disposition:v', 'attached_pic', '-c:a', 'libmp3lame'],
    )
    const flac = await harness.clips.make('two.flac', ...tonesOf(1, '-metadata', 'title=Two; the=Lamp# \\ x'))
    const wav = await harness.clips.make('three.wav', '-f', 'lavfi', '-i', tone(22_050, 0.8), '-ac', '1')
    const files = [
      { path: mp3, name: 'one.mp3' },
      { path: flac, name: 'two.flac' },
      { path: wav, name: 'Three.wav' },
    ]
    const { path, book, outcome } = await makeBook(files, 'mp3')
    expect(sniffFormat(await readFile(path))).toBe('m4b')
    expect(book.chapters.map(({ title }) => title)).toEqual(['One: the Pier', 'Two; the=Lamp# \\ x', 'Three'])
    const starts = book.chapters.map(({ startSeconds }) => startSeconds)
    for (const [index, expected] of [0, 1.5, 2.5].entries())
      expect(Math.abs((starts[index] ?? 9) - expected)).toBeLessThan(0.12)
    expect(Math.abs(book.seconds - 3.3)).toBeLessThan(0.2)
    expect(book.tags).toMatchObject({ title: 'Harbor', artist: 'Ada Lind', genre: 'Audiobook' })
    expect(book.tracks.some(({ isCover }) => isCover)).toBe(true)
    expect(audioTracksOf(book)[0]).toMatchObject({ codec: 'aac', channels: 2, sampleRateHz: 44_100 })
    expect(outcome.warnings).toBeUndefined()
    expect(outcome.media?.audio).toBe('encoded')
  })

  test('copies AAC of the same kind, and takes title and author from the request', async () => {
    const first = await harness.clips.make('a.m4a', ...tonesOf(1.2, ...aac))
    const second = join(await folder(), 'b.m4a')
    await copyFile(first, second)
    const files = [
      { path: first, name: 'Chapter 1.m4a' },
      { path: second, name: 'Chapter 2.m4a' },
    ]
    const { path, book, outcome } = await makeBook(files, 'm4a', { title: 'Ember\ntitle=x', author: 'Bo' })
    expect(outcome.media?.audio).toBe('copied')
    expect(book.chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 2'])
    expect(book.tags).toMatchObject({ title: 'Ember\ntitle=x', artist: 'Bo' })
    const single = await makeBook(files.slice(0, 1), 'm4a')
    expect(await packetsHash(single.path, 'a:0')).toBe(await packetsHash(first, 'a:0'))
    expect(await packetsHash(path, 'a:0')).not.toBe(await packetsHash(first, 'a:0'))
  })

  test('names the damaged file by its error and leaves nothing', async () => {
    const good = await harness.clips.make('good.wav', ...tonesOf(0.5))
    const bad = await harness.clips.write(
      'bad.flac',
      Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(5000, 7)]),
    )
    const files = [
      { path: good, name: 'good.wav' },
      { path: bad, name: 'bad.flac' },
    ]
    await expect(makeBook(files, 'wav')).rejects.toMatchObject({ code: 'file-damaged' })
  })
})

describe('chapters', () => {
  let source = ''
  beforeAll(async () => {
    const text = [
      ';FFMETADATA1',
      ...['[CHAPTER]', 'TIMEBASE=1/1000', 'START=0', 'END=1000', 'title=First'],
      ...['[CHAPTER]', 'TIMEBASE=1/1000', 'START=1000', 'END=2000', 'title=Second', ''],
    ].join('\n')
    const metadata = await harness.clips.write('chapters.txt', text)
    source = await harness.clips.make(
      'chapters.m4b',
      ...['-f', 'lavfi', '-i', tone(44_100, 2), '-f', 'ffmetadata', '-i', metadata, '-map_chapters', '1'],
      ...[...aac, '-f', 'ipod'],
    )
  })

  const keeping = ['m4b', 'm4a', 'alac', 'mka', 'mp3', 'ogg', 'opus', 'flac', 'wma'] as const

  test.each(partOf(keeping, ['mka', 'mp3']))('convert-audio: m4b to %s keeps chapters', async to => {
    const { path } = await harness.audio(source, 'm4b', to)
    const { chapters } = await probeResult(path)
    expect(chapters.map(({ title }) => title)).toEqual(['First', 'Second'])
    expect(chapters[1]?.startSeconds).toBeCloseTo(1, 1)
  })

  test('create-audiobook: keeps the chapters of a file that has several', async () => {
    const files = [1, 2].map(number => ({ path: source, name: `Part ${number}.m4b` }))
    const { book } = await makeBook(files, 'm4b')
    expect(book.chapters.map(({ title }) => title)).toEqual(['First', 'Second', 'First', 'Second'])
    expect(book.chapters[3]?.startSeconds).toBeCloseTo(3, 0)
  })
})

test('convert-audio: a ringtone is cut after 40 seconds', async () => {
  const source = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=8000:duration=45', '-c:a', 'aac']
  const long = await harness.clips.make('long.m4a', ...source)
  const { path } = await harness.audio(long, 'm4a', 'm4r')
  const { seconds } = await probeResult(path)
  // One frame more at most.
  expect(Math.abs(seconds - 40)).toBeLessThanOrEqual(1024 / 8000)
})

test('create-audiobook: leaves no files besides inputs and results', async () => {
  expect(await harness.converter.leftovers()).toEqual([])
})
