import { expect, test } from 'vitest'
import { createSandbox } from '../../process/sandbox.ts'
import { findCodecSupport, readCodecs } from './codec-support.ts'

test('readCodecs: lists encoders by their own name, else by that of the codec', () => {
  const { decodable, encoders } = readCodecs([
    'Codecs:',
    ' D..... = Decoding supported',
    ' -------',
    ' DEV.LS h264                 H.264 (decoders: h264 h264_v4l2m2m ) (encoders: libx264 libx264rgb )',
    ' DEAI.S flac                 FLAC (Free Lossless Audio Codec)',
    ' ..V.L. vvc                  H.266 / VVC (Versatile Video Coding)',
  ])
  expect([...decodable]).toEqual(['h264', 'flac'])
  expect([...encoders]).toEqual(['libx264', 'libx264rgb', 'flac'])
})

test('findCodecSupport: the installed ffmpeg decodes every offered format', async () => {
  const { decodable } = await findCodecSupport(await createSandbox('required', () => {}))
  for (const codec of ['h264', 'hevc', 'av1', 'vp9', 'wmv3', 'amr_nb', 'opus'])
    expect(decodable).toContain(codec)
})

test('findCodecSupport: names the package to install when ffmpeg is missing', async () => {
  const sandbox = await createSandbox('off', () => {})
  await expect(findCodecSupport(sandbox, '/nowhere')).rejects.toThrow(
    'The program ffmpeg is missing; install the package "ffmpeg".',
  )
})
