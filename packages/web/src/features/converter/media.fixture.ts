/** Test fixtures: media details of a small video and an audio file. */
import type { MediaDetails } from '@filesmith/contract/schemas/media'

export const sampleVideo: MediaDetails = {
  durationSeconds: 31.2,
  video: { codec: 'H.264', width: 640, height: 360, framesPerSecond: 25, isHdr: false },
  audio: { codec: 'AAC', channels: 2, sampleRateHz: 48_000, bitrateKbps: 127.8, isLossless: false },
  audioTracks: 1,
  subtitleTracks: 0,
}

export const sampleAudio: MediaDetails = {
  durationSeconds: 185,
  video: null,
  audio: { codec: 'MP3', channels: 2, sampleRateHz: 44_100, bitrateKbps: 192, isLossless: false },
  audioTracks: 1,
  subtitleTracks: 0,
}
