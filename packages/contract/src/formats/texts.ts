/** Text files that belong to other files: results with positions, form data, playlists. */
import type { FormatDefinition } from './format-definition.ts'

export const textFormats = {
  // Known only to be rejected with a helpful message: it references other files and contains no media.
  playlist: {
    label: 'playlist',
    kind: 'text',
    mime: 'application/vnd.apple.mpegurl',
    extensions: ['m3u8', 'm3u'],
  },
  // Names and values of the fields of a PDF form.
  fdf: {
    label: 'FDF',
    kind: 'text',
    mime: 'application/fdf',
    extensions: ['fdf'],
    signatures: ['%FDF-'],
  },
  // Additional output of text recognition: words with positions.
  hocr: { label: 'hOCR', kind: 'text', mime: 'text/vnd.hocr+html', extensions: ['hocr'] },
} as const satisfies Record<string, FormatDefinition>
