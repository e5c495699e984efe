import { expect, test } from 'vitest'
import { audioTrack } from '../encoding/tracks.fixture.ts'
import { editedAudio, makeUpFilters } from './edited-audio.ts'

const poor = audioTrack({ codec: 'mp3', bitrate: 64_000, sampleRateHz: 44_100 })
const samples = (codec: string) => audioTrack({ codec, isLossless: true, sampleBits: 8, bitrate: 1_000_000 })

test('AUD-14 editedAudio: encodes MP3 at 320 kbps regardless of the source bitrate, other codecs equally high', () => {
  expect(editedAudio(poor, 'mp3', true)).toMatchObject({ encoder: 'libmp3lame', kilobits: 320 })
  expect(editedAudio(poor, 'm4a', true)).toMatchObject({ encoder: 'aac', kilobits: 256 })
  expect(editedAudio(poor, 'ogg', true)).toMatchObject({ encoder: 'libvorbis', kilobits: 320 })
})

test('editedAudio: keeps the PCM sample format while sample values are unchanged', () => {
  expect(editedAudio(samples('pcm_u8'), 'wav', false).encoder).toBe('pcm_u8')
  expect(editedAudio(samples('pcm_mulaw'), 'wav', false).encoder).toBe('pcm_mulaw')
  expect(editedAudio(samples('pcm_u8'), 'wav', true).encoder).toBe('pcm_s16le')
  expect(editedAudio(samples('pcm_s16be'), 'wav', false).encoder).toBe('pcm_s16le')
})

test('makeUpFilters: compensates the attenuation of LAME only below 32 kHz', () => {
  const mp3 = editedAudio(poor, 'mp3', true)
  expect(makeUpFilters(mp3, 16_000)).toEqual(['volume=1.052632:precision=float'])
  expect(makeUpFilters(mp3, 44_100)).toEqual([])
  expect(makeUpFilters(editedAudio(poor, 'm4a', true), 16_000)).toEqual([])
})
