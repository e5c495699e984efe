/** Maps a probe to the media details of the contract. */
import type { MediaDetails } from '@filesmith/contract/schemas/media'
import type { MediaProbe } from './media-probe.ts'

/** Display names of codecs. */
const names: Readonly<Record<string, string>> = {
  h264: 'H.264',
  hevc: 'HEVC',
  av1: 'AV1',
  vp8: 'VP8',
  vp9: 'VP9',
  vp6f: 'VP6',
  mpeg4: 'MPEG-4',
  msmpeg4v2: 'MS MPEG-4',
  msmpeg4v3: 'DivX 3',
  mpeg1video: 'MPEG-1',
  mpeg2video: 'MPEG-2',
  h263: 'H.263',
  flv1: 'Sorenson H.263',
  wmv1: 'WMV 7',
  wmv2: 'WMV 8',
  wmv3: 'WMV 9',
  vc1: 'VC-1',
  theora: 'Theora',
  mjpeg: 'Motion JPEG',
  prores: 'ProRes',
  dnxhd: 'DNxHD',
  dvvideo: 'DV',
  gif: 'GIF',
  rawvideo: 'Uncompressed',
  aac: 'AAC',
  aac_latm: 'AAC',
  mp3: 'MP3',
  mp2: 'MP2',
  vorbis: 'Vorbis',
  opus: 'Opus',
  flac: 'FLAC',
  alac: 'Apple Lossless',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  dts: 'DTS',
  truehd: 'TrueHD',
  amr_nb: 'AMR',
  amr_wb: 'AMR-WB',
  wmav1: 'WMA',
  wmav2: 'WMA',
  wmapro: 'WMA Pro',
  wmavoice: 'WMA Voice',
  wmalossless: 'WMA Lossless',
  speex: 'Speex',
  wavpack: 'WavPack',
  ape: 'Monkey’s Audio',
  musepack7: 'Musepack',
  musepack8: 'Musepack',
  dsd_lsbf: 'DSD',
  dsd_msbf: 'DSD',
  dsd_lsbf_planar: 'DSD',
  dsd_msbf_planar: 'DSD',
  cook: 'RealAudio',
  sipr: 'RealAudio',
  ra_144: 'RealAudio',
  ra_288: 'RealAudio',
  rv10: 'RealVideo',
  rv20: 'RealVideo',
  rv30: 'RealVideo',
  rv40: 'RealVideo',
  flic: 'FLIC',
}

function codecName(codec: string): string {
  if (codec.startsWith('pcm_')) return 'PCM'
  if (codec.startsWith('adpcm_')) return 'ADPCM'
  return names[codec] ?? codec.toUpperCase().replaceAll('_', ' ')
}

/** `measurements` override what the file declares. */
export function describeMedia(
  probe: MediaProbe,
  measurements: { readonly lengthSeconds: number | null; readonly framesPerSecond?: number | null },
): MediaDetails {
  const { video } = probe
  const [audio] = probe.audio
  const rate = measurements.framesPerSecond ?? video?.framesPerSecond ?? null
  return {
    durationSeconds: rounded(measurements.lengthSeconds, 1000),
    video: video && {
      codec: codecName(video.codec),
      width: video.displayWidth,
      height: video.displayHeight,
      framesPerSecond: rounded(rate, 1000),
      isHdr: video.isHdr,
    },
    audio:
      audio === undefined
        ? null
        : {
            codec: codecName(audio.codec),
            channels: audio.channels,
            sampleRateHz: audio.sampleRateHz,
            bitrateKbps: audio.bitrate === null ? null : Math.round(audio.bitrate / 1000),
            isLossless: audio.isLossless,
          },
    audioTracks: probe.audio.length,
    subtitleTracks: probe.subtitles.length,
  }
}

function rounded(value: number | null, fractions: number): number | null {
  return value === null ? null : Math.round(value * fractions) / fractions
}
