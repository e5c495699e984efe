/**
 * All known file formats. A format is one entry here: label, kind, MIME type, extensions, how it is recognized, whether it
 * can be an output and what it can hold. Operations, file pickers, sniffing, downloads and help texts are derived from it;
 * the engines name the formats they read and write.
 */

export const fileKinds = ['image', 'video', 'audio', 'document', 'archive', 'text'] as const
export type FileKind = (typeof fileKinds)[number]

/** What the pixels of an image format may have. */
type ImageTrait = 'alpha' | 'profile' | 'gray' | '16-bit' | 'frames' | 'pages'

interface FormatDefinition {
  readonly label: string
  readonly kind: FileKind
  readonly mime: string
  /** The first one is used for results. */
  readonly extensions: readonly [string, ...string[]]
  /** First bytes, one character each; `?` is any byte. Formats that need a parser are recognized in `sniff/`. */
  readonly signatures?: readonly string[]
  /** Brands of the ISO base media container. */
  readonly brands?: readonly string[]
  /** Images, videos and audio files can be converted to it. */
  readonly isOutput?: true
  /** Known only to be refused by its name. */
  readonly isRefused?: true
  /** Format of the result where the format of the input should be kept, but its writer is missing or loses layers. */
  readonly savedAs?: 'png' | 'jpg'
  readonly isLossless?: true
  readonly holds?: readonly ImageTrait[]
  /** Of an image, in pixels. */
  readonly maxSide?: number
}

export const formats = {
  png: {
    label: 'PNG',
    kind: 'image',
    mime: 'image/png',
    extensions: ['png'],
    isOutput: true,
    isLossless: true,
    holds: ['alpha', 'profile', 'gray', '16-bit'],
  },
  jpg: {
    label: 'JPG',
    kind: 'image',
    mime: 'image/jpeg',
    extensions: ['jpg', 'jpeg', 'jpe', 'jfif'],
    signatures: ['\xff\xd8\xff'],
    isOutput: true,
    holds: ['profile', 'gray'],
    maxSide: 65_500,
  },
  webp: {
    label: 'WEBP',
    kind: 'image',
    mime: 'image/webp',
    extensions: ['webp'],
    signatures: ['RIFF????WEBP'],
    isOutput: true,
    holds: ['alpha', 'profile', 'frames'],
    maxSide: 16_383,
  },
  gif: {
    label: 'GIF',
    kind: 'image',
    mime: 'image/gif',
    extensions: ['gif'],
    signatures: ['GIF87a', 'GIF89a'],
    isOutput: true,
    holds: ['alpha', 'frames'],
    maxSide: 65_535,
  },
  bmp: {
    label: 'BMP',
    kind: 'image',
    mime: 'image/bmp',
    extensions: ['bmp', 'dib'],
    isOutput: true,
    isLossless: true,
    holds: ['alpha'],
  },
  svg: {
    label: 'SVG',
    kind: 'image',
    mime: 'image/svg+xml',
    extensions: ['svg', 'svgz'],
    savedAs: 'png',
    isLossless: true,
    holds: ['alpha'],
  },
  tiff: {
    label: 'TIFF',
    kind: 'image',
    mime: 'image/tiff',
    extensions: ['tiff', 'tif'],
    // Version 42 is classic TIFF, 43 BigTIFF with eight-byte offsets.
    signatures: ['II\x2a\0', 'MM\0\x2a', 'II\x2b\0\x08\0', 'MM\0\x2b\0\x08'],
    isOutput: true,
    isLossless: true,
    holds: ['alpha', 'profile', 'gray', '16-bit', 'pages'],
  },
  avif: {
    label: 'AVIF',
    kind: 'image',
    mime: 'image/avif',
    extensions: ['avif'],
    brands: ['avif', 'avis', 'avio', 'MA1A', 'MA1B'],
    isOutput: true,
    holds: ['alpha', 'profile'],
    maxSide: 16_384,
  },
  heic: {
    label: 'HEIC',
    kind: 'image',
    mime: 'image/heic',
    extensions: ['heic', 'heif'],
    brands: ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'MiHA', 'MiHB', 'MiHE'],
    savedAs: 'jpg',
    holds: ['alpha', 'profile', 'pages'],
  },
  ico: {
    label: 'ICO',
    kind: 'image',
    mime: 'image/x-icon',
    extensions: ['ico', 'cur'],
    isOutput: true,
    isLossless: true,
    holds: ['alpha'],
  },
  psd: {
    label: 'PSD',
    kind: 'image',
    mime: 'image/vnd.adobe.photoshop',
    extensions: ['psd'],
    signatures: ['8BPS\0\x01', '8BPS\0\x02'],
    isOutput: true,
    savedAs: 'png',
    isLossless: true,
    holds: ['alpha', 'profile', 'gray', '16-bit'],
  },
  jxl: {
    label: 'JPEG XL',
    kind: 'image',
    mime: 'image/jxl',
    extensions: ['jxl'],
    signatures: ['\xff\x0a', '\0\0\0\x0cJXL \r\n\x87\n'],
    isOutput: true,
    holds: ['alpha', 'profile', 'gray', '16-bit', 'frames'],
  },
  qoi: {
    label: 'QOI',
    kind: 'image',
    mime: 'image/qoi',
    extensions: ['qoi'],
    // With the bytes after the size: a text may start with the same letters.
    signatures: ['qoif????????\x03\0', 'qoif????????\x03\x01', 'qoif????????\x04\0', 'qoif????????\x04\x01'],
    isOutput: true,
    isLossless: true,
    holds: ['alpha'],
  },
  apng: {
    label: 'APNG',
    kind: 'image',
    mime: 'image/apng',
    extensions: ['png', 'apng'],
    isOutput: true,
    isLossless: true,
    holds: ['alpha', 'frames'],
  },
  raw: {
    label: 'camera RAW',
    kind: 'image',
    mime: 'image/x-dcraw',
    extensions: ['dng', 'cr2', 'cr3', 'nef', 'nrw', 'arw', 'orf', 'rw2', 'raf', 'pef', 'srw'],
    // Olympus, Panasonic and Fujifilm; those that are TIFF files are recognized in `sniff/`.
    signatures: ['IIRO', 'IIRS', 'MMOR', 'IIU\0', 'FUJIFILMCCD-RAW'],
    brands: ['crx '],
    isRefused: true,
  },
  mp4: {
    label: 'MP4',
    kind: 'video',
    mime: 'video/mp4',
    extensions: ['mp4', 'm4v'],
    brands: [
      'M4V ',
      'M4VH',
      'M4VP',
      'MSNV',
      'mmp4',
      'mp41',
      'mp42',
      'mp71',
      'isom',
      'iso2',
      'iso3',
      'iso4',
      'iso5',
      'iso6',
      'iso7',
      'iso8',
      'iso9',
      'avc1',
      'dash',
      'cmfc',
      'cmf2',
      'piff',
      'f4v ',
      'F4V ',
      'F4P ',
    ],
    isOutput: true,
  },
  mov: {
    label: 'MOV',
    kind: 'video',
    mime: 'video/quicktime',
    extensions: ['mov'],
    brands: ['qt  ', 'mqt '],
    isOutput: true,
  },
  avi: {
    label: 'AVI',
    kind: 'video',
    mime: 'video/x-msvideo',
    extensions: ['avi'],
    signatures: ['RIFF????AVI '],
    isOutput: true,
  },
  webm: { label: 'WEBM', kind: 'video', mime: 'video/webm', extensions: ['webm'], isOutput: true },
  mkv: { label: 'MKV', kind: 'video', mime: 'video/x-matroska', extensions: ['mkv'], isOutput: true },
  wmv: { label: 'WMV', kind: 'video', mime: 'video/x-ms-wmv', extensions: ['wmv', 'asf'] },
  flv: { label: 'FLV', kind: 'video', mime: 'video/x-flv', extensions: ['flv'] },
  mpeg: { label: 'MPEG', kind: 'video', mime: 'video/mpeg', extensions: ['mpeg', 'mpg', 'mpe', 'vob'] },
  ts: { label: 'MPEG-TS', kind: 'video', mime: 'video/mp2t', extensions: ['ts', 'mts', 'm2ts'] },
  '3gp': { label: '3GP', kind: 'video', mime: 'video/3gpp', extensions: ['3gp', '3gpp', '3g2'] },
  ogv: { label: 'OGV', kind: 'video', mime: 'video/ogg', extensions: ['ogv'] },
  mp3: { label: 'MP3', kind: 'audio', mime: 'audio/mpeg', extensions: ['mp3'], isOutput: true },
  wav: {
    label: 'WAV',
    kind: 'audio',
    mime: 'audio/wav',
    extensions: ['wav'],
    // Big-endian files, and two marks for files over 4 GB.
    signatures: ['RIFF????WAVE', 'RIFX????WAVE', 'RF64????WAVE', 'BW64????WAVE'],
    isOutput: true,
    isLossless: true,
  },
  aac: { label: 'AAC', kind: 'audio', mime: 'audio/aac', extensions: ['aac'], isOutput: true },
  ogg: { label: 'OGG', kind: 'audio', mime: 'audio/ogg', extensions: ['ogg', 'oga'], isOutput: true },
  flac: {
    label: 'FLAC',
    kind: 'audio',
    mime: 'audio/flac',
    extensions: ['flac'],
    signatures: ['fLaC'],
    isOutput: true,
    isLossless: true,
  },
  m4a: {
    label: 'M4A',
    kind: 'audio',
    mime: 'audio/mp4',
    extensions: ['m4a'],
    brands: ['M4A ', 'M4B ', 'M4P ', 'F4A ', 'F4B '],
    isOutput: true,
  },
  opus: { label: 'OPUS', kind: 'audio', mime: 'audio/opus', extensions: ['opus'], isOutput: true },
  wma: { label: 'WMA', kind: 'audio', mime: 'audio/x-ms-wma', extensions: ['wma'] },
  aiff: {
    label: 'AIFF',
    kind: 'audio',
    mime: 'audio/aiff',
    extensions: ['aiff', 'aif', 'aifc'],
    signatures: ['FORM????AIFF', 'FORM????AIFC'],
    isOutput: true,
    isLossless: true,
  },
  amr: {
    label: 'AMR',
    kind: 'audio',
    mime: 'audio/amr',
    extensions: ['amr', 'awb'],
    signatures: ['#!AMR\n', '#!AMR-WB\n'],
  },
  ac3: { label: 'AC3', kind: 'audio', mime: 'audio/ac3', extensions: ['ac3', 'eac3'] },
  w64: {
    label: 'Wave64',
    kind: 'audio',
    mime: 'audio/x-w64',
    extensions: ['w64'],
    signatures: ['riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb'],
    isRefused: true,
  },
  wavpack: {
    label: 'WavPack',
    kind: 'audio',
    mime: 'audio/x-wavpack',
    extensions: ['wv'],
    signatures: ['wvpk'],
    isRefused: true,
  },
  ape: {
    label: 'Monkey’s Audio',
    kind: 'audio',
    mime: 'audio/x-ape',
    extensions: ['ape'],
    // With the high byte of the version: a text may start with the same letters.
    signatures: ['MAC ?\x0f'],
    isRefused: true,
  },
  tta: {
    label: 'TTA',
    kind: 'audio',
    mime: 'audio/x-tta',
    extensions: ['tta'],
    signatures: ['TTA1?\0'],
    isRefused: true,
  },
  musepack: {
    label: 'Musepack',
    kind: 'audio',
    mime: 'audio/x-musepack',
    extensions: ['mpc'],
    signatures: ['MPCKSH', 'MP+\x07', 'MP+\x17'],
    isRefused: true,
  },
  dsd: {
    label: 'DSD',
    kind: 'audio',
    mime: 'audio/x-dsf',
    extensions: ['dsf', 'dff'],
    signatures: ['DSD \x1c\0\0\0', 'FRM8????????DSD '],
    isRefused: true,
  },
  // Known only to be rejected with a helpful message: it references other files and contains no media.
  playlist: {
    label: 'playlist',
    kind: 'text',
    mime: 'application/vnd.apple.mpegurl',
    extensions: ['m3u8', 'm3u'],
  },
  // Any file: files in an archive need not have a known format.
  other: { label: 'file', kind: 'archive', mime: 'application/octet-stream', extensions: ['file'] },
  pdf: {
    label: 'PDF',
    kind: 'document',
    mime: 'application/pdf',
    extensions: ['pdf'],
    holds: ['gray', 'pages'],
  },
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
  // An output: as an input it is plain text.
  md: { label: 'Markdown', kind: 'document', mime: 'text/markdown', extensions: ['md', 'markdown'] },
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
  '7z': {
    label: '7Z',
    kind: 'archive',
    mime: 'application/x-7z-compressed',
    extensions: ['7z'],
    signatures: ['7z\xbc\xaf\x27\x1c'],
  },
  // TAR archives are always gzipped.
  tar: { label: 'TAR', kind: 'archive', mime: 'application/gzip', extensions: ['tar.gz', 'tgz', 'tar'] },
  rar: {
    label: 'RAR',
    kind: 'archive',
    mime: 'application/vnd.rar',
    extensions: ['rar'],
    signatures: ['Rar!\x1a\x07'],
  },
} as const satisfies Record<string, FormatDefinition>

export type FormatId = keyof typeof formats

export const formatIds = Object.keys(formats) as [FormatId, ...FormatId[]]

type OfKind<Kind extends FileKind> = {
  [Id in FormatId]: (typeof formats)[Id] extends { isRefused: true }
    ? never
    : (typeof formats)[Id]['kind'] extends Kind
      ? Id
      : never
}[FormatId]

type OutputOfKind<Kind extends FileKind> = {
  [Id in FormatId]: (typeof formats)[Id] extends { kind: Kind; isOutput: true } ? Id : never
}[FormatId]

/** All formats of a kind that are accepted, in the order of the table. */
export function formatsOfKind<Kind extends FileKind>(kind: Kind): OfKind<Kind>[] {
  return formatIds.filter(
    (id): id is OfKind<Kind> => formats[id].kind === kind && formatFacts(id).isRefused !== true,
  )
}

/** Those that files of the kind can be converted to. */
export function outputsOfKind<Kind extends FileKind>(kind: Kind): OutputOfKind<Kind>[] {
  return formatIds.filter(
    (id): id is OutputOfKind<Kind> => formats[id].kind === kind && formatFacts(id).isOutput === true,
  )
}

/** The entry with its optional fields. */
export function formatFacts(format: FormatId): FormatDefinition {
  return formats[format]
}

export function holds(format: FormatId, trait: ImageTrait): boolean {
  return formatFacts(format).holds?.includes(trait) === true
}

export function formatExtension(format: FormatId): string {
  return formats[format].extensions[0]
}
