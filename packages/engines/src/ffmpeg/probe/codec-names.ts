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
}

export function codecName(codec: string): string {
  if (codec.startsWith('pcm_')) return 'PCM'
  if (codec.startsWith('adpcm_')) return 'ADPCM'
  return names[codec] ?? codec.toUpperCase().replaceAll('_', ' ')
}
