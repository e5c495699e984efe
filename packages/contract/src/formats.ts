/** All known file formats: label, MIME type, extensions and kind. */

export const fileKinds = ['image', 'video', 'audio', 'document', 'archive', 'text'] as const
export type FileKind = (typeof fileKinds)[number]

interface FormatDefinition {
  readonly label: string
  readonly kind: FileKind
  readonly mime: string
  /** The first one is used for results. */
  readonly extensions: readonly [string, ...string[]]
}

export const formats = {
  png: { label: 'PNG', kind: 'image', mime: 'image/png', extensions: ['png'] },
  apng: { label: 'APNG', kind: 'image', mime: 'image/apng', extensions: ['png', 'apng'] },
  jpg: { label: 'JPG', kind: 'image', mime: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  webp: { label: 'WEBP', kind: 'image', mime: 'image/webp', extensions: ['webp'] },
  gif: { label: 'GIF', kind: 'image', mime: 'image/gif', extensions: ['gif'] },
  bmp: { label: 'BMP', kind: 'image', mime: 'image/bmp', extensions: ['bmp', 'dib'] },
  svg: { label: 'SVG', kind: 'image', mime: 'image/svg+xml', extensions: ['svg', 'svgz'] },
  tiff: { label: 'TIFF', kind: 'image', mime: 'image/tiff', extensions: ['tiff', 'tif'] },
  avif: { label: 'AVIF', kind: 'image', mime: 'image/avif', extensions: ['avif'] },
  heic: { label: 'HEIC', kind: 'image', mime: 'image/heic', extensions: ['heic', 'heif'] },
  ico: { label: 'ICO', kind: 'image', mime: 'image/x-icon', extensions: ['ico', 'cur'] },
  psd: { label: 'PSD', kind: 'image', mime: 'image/vnd.adobe.photoshop', extensions: ['psd'] },
  jxl: { label: 'JPEG XL', kind: 'image', mime: 'image/jxl', extensions: ['jxl'] },
  mp4: { label: 'MP4', kind: 'video', mime: 'video/mp4', extensions: ['mp4', 'm4v'] },
  mov: { label: 'MOV', kind: 'video', mime: 'video/quicktime', extensions: ['mov'] },
  avi: { label: 'AVI', kind: 'video', mime: 'video/x-msvideo', extensions: ['avi'] },
  webm: { label: 'WEBM', kind: 'video', mime: 'video/webm', extensions: ['webm'] },
  mkv: { label: 'MKV', kind: 'video', mime: 'video/x-matroska', extensions: ['mkv'] },
  wmv: { label: 'WMV', kind: 'video', mime: 'video/x-ms-wmv', extensions: ['wmv', 'asf'] },
  flv: { label: 'FLV', kind: 'video', mime: 'video/x-flv', extensions: ['flv'] },
  mpeg: { label: 'MPEG', kind: 'video', mime: 'video/mpeg', extensions: ['mpeg', 'mpg', 'mpe', 'vob'] },
  ts: { label: 'MPEG-TS', kind: 'video', mime: 'video/mp2t', extensions: ['ts', 'mts', 'm2ts'] },
  '3gp': { label: '3GP', kind: 'video', mime: 'video/3gpp', extensions: ['3gp', '3gpp', '3g2'] },
  ogv: { label: 'OGV', kind: 'video', mime: 'video/ogg', extensions: ['ogv'] },
  mp3: { label: 'MP3', kind: 'audio', mime: 'audio/mpeg', extensions: ['mp3'] },
  wav: { label: 'WAV', kind: 'audio', mime: 'audio/wav', extensions: ['wav'] },
  aac: { label: 'AAC', kind: 'audio', mime: 'audio/aac', extensions: ['aac'] },
  ogg: { label: 'OGG', kind: 'audio', mime: 'audio/ogg', extensions: ['ogg', 'oga'] },
  flac: { label: 'FLAC', kind: 'audio', mime: 'audio/flac', extensions: ['flac'] },
  m4a: { label: 'M4A', kind: 'audio', mime: 'audio/mp4', extensions: ['m4a'] },
  opus: { label: 'OPUS', kind: 'audio', mime: 'audio/opus', extensions: ['opus'] },
  wma: { label: 'WMA', kind: 'audio', mime: 'audio/x-ms-wma', extensions: ['wma'] },
  aiff: { label: 'AIFF', kind: 'audio', mime: 'audio/aiff', extensions: ['aiff', 'aif', 'aifc'] },
  amr: { label: 'AMR', kind: 'audio', mime: 'audio/amr', extensions: ['amr', 'awb'] },
  ac3: { label: 'AC3', kind: 'audio', mime: 'audio/ac3', extensions: ['ac3', 'eac3'] },
  // Known only to be rejected with a helpful message: it references other files and contains no media.
  playlist: {
    label: 'playlist',
    kind: 'text',
    mime: 'application/vnd.apple.mpegurl',
    extensions: ['m3u8', 'm3u'],
  },
  // Any file: files in an archive need not have a known format.
  other: { label: 'file', kind: 'archive', mime: 'application/octet-stream', extensions: ['file'] },
  pdf: { label: 'PDF', kind: 'document', mime: 'application/pdf', extensions: ['pdf'] },
  docx: {
    label: 'DOCX',
    kind: 'document',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
  },
  doc: { label: 'DOC', kind: 'document', mime: 'application/msword', extensions: ['doc'] },
  odt: {
    label: 'ODT',
    kind: 'document',
    mime: 'application/vnd.oasis.opendocument.text',
    extensions: ['odt'],
  },
  rtf: { label: 'RTF', kind: 'document', mime: 'application/rtf', extensions: ['rtf'] },
  html: { label: 'HTML', kind: 'document', mime: 'text/html', extensions: ['html', 'htm'] },
  txt: { label: 'TXT', kind: 'document', mime: 'text/plain', extensions: ['txt'] },
  // Additional outputs of text recognition and transcription: words with positions or times.
  json: { label: 'JSON', kind: 'text', mime: 'application/json', extensions: ['json'] },
  hocr: { label: 'hOCR', kind: 'text', mime: 'text/vnd.hocr+html', extensions: ['hocr'] },
  srt: { label: 'SRT', kind: 'text', mime: 'application/x-subrip', extensions: ['srt'] },
  vtt: { label: 'VTT', kind: 'text', mime: 'text/vtt', extensions: ['vtt'] },
  // Known only to be rejected with a helpful message.
  spreadsheet: {
    label: 'spreadsheet',
    kind: 'document',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx', 'xls', 'ods'],
  },
  presentation: {
    label: 'presentation',
    kind: 'document',
    mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['pptx', 'ppt', 'odp'],
  },
  zip: { label: 'ZIP', kind: 'archive', mime: 'application/zip', extensions: ['zip'] },
  '7z': { label: '7Z', kind: 'archive', mime: 'application/x-7z-compressed', extensions: ['7z'] },
  // TAR archives are always gzipped.
  tar: { label: 'TAR', kind: 'archive', mime: 'application/gzip', extensions: ['tar.gz', 'tgz', 'tar'] },
  rar: { label: 'RAR', kind: 'archive', mime: 'application/vnd.rar', extensions: ['rar'] },
} as const satisfies Record<string, FormatDefinition>

export type FormatId = keyof typeof formats

export const formatIds = Object.keys(formats) as [FormatId, ...FormatId[]]

export function formatExtension(format: FormatId): string {
  return formats[format].extensions[0]
}
