/** Vector drawings other than SVG. */
import type { FormatDefinition } from './format-definition.ts'

export const drawingFormats = {
  ai: {
    label: 'Illustrator',
    kind: 'drawing',
    mime: 'application/illustrator',
    extensions: ['ai'],
    // The PDF that Illustrator adds for other programs, or PostScript before version 9.
    looksLike: ['pdf', 'eps', 'ps'],
  },
  ps: {
    label: 'PostScript',
    kind: 'drawing',
    mime: 'application/postscript',
    extensions: ['ps'],
    // After EPS, which starts with the same characters. Printer drivers write a control character first.
    signatures: ['%!PS', '\x04%!PS'],
  },
  emf: {
    label: 'EMF',
    kind: 'drawing',
    mime: 'image/emf',
    extensions: ['emf'],
    signatures: [`\x01\0\0\0${'?'.repeat(36)} EMF`],
  },
  wmf: {
    label: 'WMF',
    kind: 'drawing',
    mime: 'image/wmf',
    extensions: ['wmf'],
    // With the header for placing it, and without.
    signatures: ['\xd7\xcd\xc6\x9a\0\0', '\x01\0\x09\0\0\x03', '\x01\0\x09\0\0\x01'],
  },
  cdr: {
    label: 'CorelDRAW',
    kind: 'drawing',
    mime: 'application/vnd.corel-draw',
    extensions: ['cdr', 'cdt'],
    signatures: ['RIFF????CDR', 'RIFF????cdr', 'RIFF????CDT'],
    // Since version X4.
    looksLike: ['zip'],
  },
  dxf: {
    label: 'DXF',
    kind: 'drawing',
    mime: 'image/vnd.dxf',
    extensions: ['dxf'],
    signatures: ['AutoCAD Binary DXF\r\n\x1a\0'],
  },
  odg: {
    label: 'ODG',
    kind: 'drawing',
    mime: 'application/vnd.oasis.opendocument.graphics',
    extensions: ['odg', 'otg'],
  },
  vsdx: {
    label: 'VSDX',
    kind: 'drawing',
    mime: 'application/vnd.ms-visio.drawing',
    extensions: ['vsdx', 'vsdm', 'vstx'],
  },
} as const satisfies Record<string, FormatDefinition>
