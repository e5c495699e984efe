/** Every file format Filesmith knows by name: its label, MIME type, extensions and kind. */

export const fileKinds = ['image', 'video', 'audio', 'document', 'archive', 'text'] as const
export type FileKind = (typeof fileKinds)[number]

interface FormatDefinition {
  readonly label: string
  readonly kind: FileKind
  readonly mime: string
  /** The first one names results. */
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
  wmv: { label: 'WMV', kind: 'video', mime: 'video/x-ms-wmv', extensions: ['wmv'] },
  mp3: { label: 'MP3', kind: 'audio', mime: 'audio/mpeg', extensions: ['mp3'] },
  wav: { label: 'WAV', kind: 'audio', mime: 'audio/wav', extensions: ['wav'] },
  aac: { label: 'AAC', kind: 'audio', mime: 'audio/aac', extensions: ['aac'] },
  ogg: { label: 'OGG', kind: 'audio', mime: 'audio/ogg', extensions: ['ogg', 'oga'] },
  flac: { label: 'FLAC', kind: 'audio', mime: 'audio/flac', extensions: ['flac'] },
  m4a: { label: 'M4A', kind: 'audio', mime: 'audio/mp4', extensions: ['m4a'] },
  pdf: { label: 'PDF', kind: 'document', mime: 'application/pdf', extensions: ['pdf'] },
} as const satisfies Record<string, FormatDefinition>

export type FormatId = keyof typeof formats

export const formatIds = Object.keys(formats) as [FormatId, ...FormatId[]]

export function formatExtension(format: FormatId): string {
  return formats[format].extensions[0]
}
