/** Codecs that players expect in Matroska. */

const has = (...names: string[]) => {
  const set: ReadonlySet<string> = new Set(names)
  return (name: string) => set.has(name)
}

export const isMatroskaVideo = has(
  ...['h264', 'hevc', 'av1', 'vp8', 'vp9', 'mpeg4', 'mpeg2video', 'mpeg1video', 'theora', 'mjpeg'],
  ...['prores', 'ffv1'],
)

export const isMatroskaAudio = has(
  ...[
    'aac',
    'mp3',
    'mp2',
    'ac3',
    'eac3',
    'dts',
    'truehd',
    'flac',
    'alac',
    'vorbis',
    'opus',
    'wavpack',
    'tta',
  ],
  ...['pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_s16be', 'pcm_s24be'],
)
