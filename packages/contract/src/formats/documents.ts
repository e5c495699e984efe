/** Documents: text that is read in pages. */
import type { FormatDefinition } from './format-definition.ts'

export const documentFormats = {
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
  pages: {
    label: 'Pages',
    kind: 'document',
    mime: 'application/vnd.apple.pages',
    extensions: ['pages'],
  },
  rtf: { label: 'RTF', kind: 'document', mime: 'application/rtf', extensions: ['rtf'] },
  html: { label: 'HTML', kind: 'document', mime: 'text/html', extensions: ['html', 'htm'] },
  txt: { label: 'TXT', kind: 'document', mime: 'text/plain', extensions: ['txt'] },
  md: {
    label: 'Markdown',
    kind: 'document',
    mime: 'text/markdown',
    extensions: ['md', 'markdown'],
    looksLike: ['txt', 'html'],
  },
  rst: {
    label: 'reStructuredText',
    kind: 'document',
    mime: 'text/x-rst',
    extensions: ['rst', 'rest'],
    looksLike: ['txt'],
  },
  adoc: {
    label: 'AsciiDoc',
    kind: 'document',
    mime: 'text/asciidoc',
    extensions: ['adoc', 'asciidoc', 'asc'],
    looksLike: ['txt'],
  },
  org: { label: 'Org', kind: 'document', mime: 'text/org', extensions: ['org'], looksLike: ['txt'] },
  textile: {
    label: 'Textile',
    kind: 'document',
    mime: 'text/x-textile',
    extensions: ['textile'],
    looksLike: ['txt', 'html'],
  },
  muse: { label: 'Muse', kind: 'document', mime: 'text/x-muse', extensions: ['muse'], looksLike: ['txt'] },
  // Its structure only: there is no TeX program.
  tex: {
    label: 'LaTeX',
    kind: 'document',
    mime: 'application/x-tex',
    extensions: ['tex', 'latex'],
    looksLike: ['txt'],
  },
  opml: {
    label: 'OPML',
    kind: 'document',
    mime: 'text/x-opml',
    extensions: ['opml'],
    looksLike: ['txt', 'xml'],
  },
  ipynb: {
    label: 'Jupyter notebook',
    kind: 'document',
    mime: 'application/x-ipynb+json',
    extensions: ['ipynb'],
    looksLike: ['txt', 'json'],
  },
  // A single text with its images: a ZIP file of any name, or a TextPack.
  textpack: {
    label: 'Markdown ZIP',
    kind: 'document',
    mime: 'application/x-textpack',
    extensions: ['textpack'],
  },
  djvu: {
    label: 'DjVu',
    kind: 'document',
    mime: 'image/vnd.djvu',
    extensions: ['djvu', 'djv'],
    signatures: ['AT&TFORM'],
  },
} as const satisfies Record<string, FormatDefinition>
