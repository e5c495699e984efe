/** Presentations. */
import type { FormatDefinition } from './format-definition.ts'

export const presentationFormats = {
  pptx: {
    label: 'PPTX',
    kind: 'presentation',
    mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
    // An encrypted package looks the same whatever is inside.
    looksLike: ['docx'],
  },
  ppt: {
    label: 'PPT',
    kind: 'presentation',
    mime: 'application/vnd.ms-powerpoint',
    extensions: ['ppt', 'pps', 'pot'],
  },
  odp: {
    label: 'ODP',
    kind: 'presentation',
    mime: 'application/vnd.oasis.opendocument.presentation',
    extensions: ['odp', 'otp'],
  },
  key: {
    label: 'Keynote',
    kind: 'presentation',
    mime: 'application/vnd.apple.keynote',
    extensions: ['key'],
    looksLike: ['pages'],
  },
} as const satisfies Record<string, FormatDefinition>
