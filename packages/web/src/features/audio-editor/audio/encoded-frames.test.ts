import { expect, test } from 'vitest'
import { adtsHeader, findAdtsFrames } from './adts-frames.ts'
import { frameRangeFor, framesLength } from './encoded-frames.ts'
import { findMp3Frames } from './open-audio-source.ts'

/** MPEG-1 layer III, 128 kbps, 44.1 kHz, stereo: 417 bytes, or 418 with padding. */
function mp3Frame(
  isPadded = false,
  tag: (frame: Uint8Array) => void = () => undefined,
): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(isPadded ? 418 : 417)
  frame.set([0xff, 0xfb, 0x90 | (isPadded ? 2 : 0), 0x40])
  tag(frame)
  return frame
}
const letters = (text: string) => [...text].map(letter => letter.charCodeAt(0))
/** An Info header with frame count, byte count and TOC, followed by the encoder name and its delays. */
const infoFrame = (encoder: string, startSamples: number, endSamples: number) =>
  mp3Frame(false, frame => {
    frame.set(letters('Info'), 36)
    frame[43] = 7
    frame.set(letters(encoder), 36 + 8 + 108)
    const delays = (startSamples << 12) | endSamples
    frame.set([delays >> 16, (delays >> 8) & 255, delays & 255], 36 + 8 + 108 + 21)
  })
const id3 = (bytes: number) =>
  Uint8Array.from([...letters('ID3'), 4, 0, 0, 0, 0, 0, bytes, ...new Array(bytes).fill(0xff)])

test('findMp3Frames: locates frames after ID3 tags, with and without padding', async () => {
  const file = new Blob([id3(100), mp3Frame(), mp3Frame(true), mp3Frame(), new Uint8Array(200)])
  const frames = await findMp3Frames(file)
  expect(frames).toMatchObject({ offsets: [110, 527, 945], sizes: [417, 418, 417], sampleRateHz: 44_100 })
  expect(frames).toMatchObject({ samplesPerFrame: 1152, leadSamples: 0, tailSamples: 0 })
})

test('findMp3Frames: excludes encoder delay and padding', async () => {
  const frames = await findMp3Frames(
    new Blob([infoFrame('LAME3.100', 576, 1000), mp3Frame(), mp3Frame(), mp3Frame()]),
  )
  expect(frames).toMatchObject({ offsets: [417, 834, 1251], leadSamples: 576 + 529, tailSamples: 1000 - 529 })
  expect(frames && framesLength(frames)).toBe(3 * 1152 - 576 - 1000)
  const unknown = await findMp3Frames(new Blob([infoFrame('Other', 576, 1000), mp3Frame(), mp3Frame()]))
  expect(unknown).toMatchObject({ offsets: [417, 834], leadSamples: 0 })
})

test('findMp3Frames: skips garbage between frames and rejects a file of garbage', async () => {
  const garbage = Uint8Array.from({ length: 999 }, (_, index) => (index * 7) % 251)
  const frames = await findMp3Frames(new Blob([mp3Frame(), mp3Frame(), garbage, mp3Frame(), mp3Frame()]))
  expect(frames?.offsets).toEqual([0, 417, 834 + 999, 834 + 999 + 417])
  expect(await findMp3Frames(new Blob([garbage]))).toBeUndefined()
})

test('findAdtsFrames: locates frames with headers written by adtsHeader', async () => {
  const sizes = [300, 12, 2000]
  const file = new Blob(sizes.flatMap(size => [adtsHeader(2, 48_000, 2, size), new Uint8Array(size)]))
  expect(await findAdtsFrames(file)).toMatchObject({
    offsets: [0, 307, 326],
    sizes: [307, 19, 2007],
    sampleRateHz: 48_000,
    samplesPerFrame: 1024,
  })
  expect(await findAdtsFrames(new Blob([mp3Frame(), mp3Frame()]))).toBeUndefined()
})

test('frameRangeFor: includes the preroll frames of the decoder', () => {
  const frames = {
    offsets: Array.from({ length: 100 }, (_, index) => index * 10),
    sizes: new Array<number>(100).fill(10),
    samplesPerFrame: 1000,
    sampleRateHz: 44_100,
    leadSamples: 500,
    tailSamples: 0,
    prerollFrames: 3,
  }
  expect(frameRangeFor(frames, 20_000, 30_000)).toEqual({ firstFrame: 17, endFrame: 32, skipSamples: 3500 })
  expect(frameRangeFor(frames, 0, 1000)).toEqual({ firstFrame: 0, endFrame: 3, skipSamples: 500 })
  expect(frameRangeFor(frames, 99_000, 99_500).endFrame).toBe(100)
})
