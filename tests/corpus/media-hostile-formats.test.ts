/** Hostile and truncated files of the audio and video formats that are read besides the common ones. */
import { readFile } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { afterEach, expect, test } from 'vitest'
import { everyNth } from '../support/thorough.ts'
import { type audioClips, testCard, tone, type videoClips } from './support/clips.ts'
import { openMediaHarness } from './support/media-harness.ts'
import { probeResult, videoOf } from './support/probe-result.ts'
import { generateDsf, generateSilentApe, wrapRealAudio } from './support/rare-audio.ts'

const harness = openMediaHarness()

afterEach(async () => {
  expect(await harness.converter.leftovers()).toEqual([])
})

const secret = '/etc/hostname'
const uint32 = (value: number) => Buffer.from([24, 16, 8, 0].map(shift => (value >>> shift) & 0xff))
const absurd = uint32(0xff_ff_ff_f0)
const soundFormat = Buffer.concat([
  Buffer.from([0x40, 0xe5, 0x88, 0x80, 0, 0, 0, 0]),
  Buffer.from('lpcm'),
  Buffer.alloc(20, 1),
])

/** Sizes that no file has, and references to other files. */
const hostileAudio: readonly (readonly [string, FormatId, () => Buffer])[] = [
  [
    'a CAF chunk of exabytes',
    'caf',
    () =>
      Buffer.concat([
        Buffer.from('caff\0\x01\0\0desc\0\0\0\0\0\0\0\x20', 'latin1'),
        soundFormat,
        Buffer.from('kuki'),
        Buffer.alloc(8, 0x7f),
        Buffer.alloc(64),
      ]),
  ],
  [
    'an AU header longer than the file',
    'au',
    () => Buffer.concat([Buffer.from('.snd'), absurd, absurd, uint32(3), uint32(44_100), uint32(2)]),
  ],
  [
    'a DSF of absurd size and block length',
    'dsd',
    () => patched(generateDsf().subarray(0, 20_000), 72, absurd),
  ],
  ['an APE with four billion frames', 'ape', () => patched(generateSilentApe(), 64, absurd)],
  [
    'RealAudio whose header ends in its names',
    'ra',
    () => patched(wrapRealAudio(Buffer.alloc(40)), 22, Buffer.from([0xff])),
  ],
  [
    'a VOC block beyond the end',
    'voc',
    () =>
      Buffer.concat([
        Buffer.from('Creative Voice File\x1a\x1a\0\x0a\x01\x29\x11', 'latin1'),
        Buffer.from([1, 0xff, 0xff, 0xff, 0xa5, 0]),
      ]),
  ],
  [
    'a TTA with four billion samples',
    'tta',
    () =>
      Buffer.concat([
        Buffer.from('TTA1\x01\0\x02\0\x10\0', 'latin1'),
        uint32(0x44_ac_00_00),
        absurd,
        Buffer.alloc(64),
      ]),
  ],
]

function patched(content: Buffer, offset: number, bytes: Buffer): Buffer {
  const copy = Buffer.from(content)
  bytes.copy(copy, offset)
  return copy
}

/** Damaged, empty or converted in part; never another outcome, and never the content of another file. */
const expectedCodes = [
  'file-damaged',
  'nothing-to-play',
  'unsupported-variant',
  'needs-too-much-memory',
  'media-too-long',
  'no-audio-track',
  'no-video-track',
]

async function expectContained(work: Promise<{ path: string }>): Promise<void> {
  const outcome = await work.catch((error: unknown) => error)
  if (outcome instanceof Error) {
    expect(outcome).toBeInstanceOf(AppError)
    expect(expectedCodes).toContain(outcome instanceof AppError ? outcome.code : '')
    return
  }
  const { path } = await work
  expect((await readFile(path)).includes((await readFile(secret)).subarray(0, 12))).toBe(false)
}

test.each(hostileAudio)('convert-audio: %s (%s) is refused or read in part', async (name, format, write) => {
  const path = await harness.clips.write(`hostile-${name.length}.${format}`, write())
  await expectContained(harness.audio(path, format, 'wav'))
})

const truncatedAudio = [
  'caf',
  'au',
  'voc',
  'wavpack',
  'tta',
  'w64',
  'dts',
  'mp2',
  'mka',
  'm4b',
] as const satisfies readonly (keyof typeof audioClips)[]

test.each(everyNth(4, truncatedAudio))(
  'convert-audio: %s cut in the middle is read in part or refused',
  async name => {
    const whole = await readFile(await harness.clips.audio(name))
    const path = await harness.clips.write(`cut.${name}`, whole.subarray(0, Math.floor(whole.length / 2)))
    await expectContained(harness.audio(path, name, 'wav'))
  },
)

const truncatedVideo = [
  'mxf',
  'rm',
  'nut',
  'ivf',
  'y4m',
  'h264',
  'hevc',
] as const satisfies readonly (keyof typeof videoClips)[]

test.each(everyNth(4, truncatedVideo))(
  'convert-video: %s cut in the middle is read in part or refused',
  async name => {
    const whole = await readFile(await harness.clips.video(name))
    const path = await harness.clips.write(`cut.${name}`, whole.subarray(0, Math.floor(whole.length / 2)))
    await expectContained(harness.video(path, name, 'avi'))
  },
)

/** Lists of addresses that players follow under the extensions of these formats. */
const references = [
  ['a RAM list', `file://${secret}\nrtsp://127.0.0.1:9/x.rm\n`],
  ['an ASF reference', `[Reference]\nRef1=file://${secret}\n`],
  ['an HLS list', `#EXTM3U\n#EXTINF:1,\n${secret}\n#EXT-X-ENDLIST\n`],
  ['an ffconcat list', `ffconcat version 1.0\nfile ${secret}\n`],
] as const

test.each(everyNth(2, references))(
  'convert-audio and convert-video: %s is not followed',
  async (name, text) => {
    const path = await harness.clips.write(`reference-${name.length}`, text)
    for (const format of ['rm', 'mxf', 'nut', 'dv'] as const)
      await expect(harness.video(path, format, 'avi')).rejects.toMatchObject({ code: 'file-damaged' })
    for (const format of ['mka', 'caf', 'dsd', 'musepack'] as const)
      await expect(harness.audio(path, format, 'wav')).rejects.toMatchObject({ code: 'file-damaged' })
  },
)

test('convert-audio: an attachment of MKA is neither written nor in the result', async () => {
  const attached = await harness.clips.write('attached.txt', 'attached words '.repeat(20))
  const source = ['-f', 'lavfi', '-i', tone(), '-attach', attached, '-metadata:s:t', 'mimetype=text/plain']
  const path = await harness.clips.make('attached.mka', ...source, '-c:a', 'flac')
  const result = await harness.audio(path, 'mka', 'mka')
  expect((await readFile(result.path)).includes('attached words')).toBe(false)
})

test('convert-video: DV keeps its shape of 4:3 and its frames', async () => {
  const inputs = ['-f', 'lavfi', '-i', testCard(720, 576, 0.4), '-f', 'lavfi', '-i', tone(48_000, 0.4)]
  const path = await harness.clips.make('video.dv', ...inputs, '-aspect', '4:3', '-pix_fmt', 'yuv420p')
  const result = await harness.video(path, 'dv', 'mp4')
  const after = await probeResult(result.path)
  expect(videoOf(after)).toMatchObject({ codec: 'h264', width: 768, height: 576 })
  expect(after.seconds).toBeCloseTo(0.4, 1)
})
