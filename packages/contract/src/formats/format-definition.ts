/** What is known of every format, as data. */

export const fileKinds = [
  'image',
  'video',
  'audio',
  'document',
  'archive',
  'text',
  'spreadsheet',
  'presentation',
  'drawing',
  'book',
  'subtitles',
  'data',
  'mail',
  'font',
] as const
export type FileKind = (typeof fileKinds)[number]

/** What the pixels of an image format may have. */
export type ImageTrait = 'alpha' | 'profile' | 'gray' | '16-bit' | 'frames' | 'pages'

export interface FormatDefinition {
  readonly label: string
  readonly kind: FileKind
  readonly mime: string
  /** The first one is used for results. */
  readonly extensions: readonly [string, ...string[]]
  /** First bytes, one character each; `?` is any byte. Formats that need a parser are recognized in `sniff/`. */
  readonly signatures?: readonly string[]
  /** What the content is recognized as where that is ambiguous; then the extension of the name decides. */
  readonly looksLike?: readonly string[]
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
