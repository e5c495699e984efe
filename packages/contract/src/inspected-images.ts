/** Images that can have several pages, or that browsers do not show: the server counts the pages and draws a preview. */
import type { FormatId } from './formats.ts'

export const inspectedImages = [
  'tiff',
  'heic',
  'jxl',
  'psd',
  'raw',
  'jp2',
  'tga',
  'ppm',
  'pgm',
  'pbm',
  'pam',
  'pfm',
  'hdr',
  'exr',
  'icns',
  'dds',
  'blp',
  'pcx',
  'dcx',
  'sgi',
  'xpm',
  'xbm',
  'msp',
  'eps',
] as const satisfies readonly FormatId[]
