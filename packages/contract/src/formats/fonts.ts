/** Fonts. */
import type { FormatDefinition } from './format-definition.ts'

export const fontFormats = {
  ttf: {
    label: 'TTF',
    kind: 'font',
    mime: 'font/ttf',
    extensions: ['ttf'],
    signatures: ['\0\x01\0\0', 'true\0'],
  },
  otf: { label: 'OTF', kind: 'font', mime: 'font/otf', extensions: ['otf'], signatures: ['OTTO\0'] },
  ttc: {
    label: 'TTC',
    kind: 'font',
    mime: 'font/collection',
    extensions: ['ttc', 'otc'],
    signatures: ['ttcf\0'],
  },
  woff: { label: 'WOFF', kind: 'font', mime: 'font/woff', extensions: ['woff'], signatures: ['wOFF'] },
  woff2: { label: 'WOFF2', kind: 'font', mime: 'font/woff2', extensions: ['woff2'], signatures: ['wOF2'] },
} as const satisfies Record<string, FormatDefinition>
