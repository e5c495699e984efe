/** E-books and comics. */
import type { FormatDefinition } from './format-definition.ts'

/** Palm databases have the type of their content behind a name and dates. */
const palmDatabase = '?'.repeat(60)

export const ebookFormats = {
  epub: { label: 'EPUB', kind: 'book', mime: 'application/epub+zip', extensions: ['epub'] },
  mobi: {
    label: 'MOBI',
    kind: 'book',
    mime: 'application/x-mobipocket-ebook',
    extensions: ['mobi', 'prc'],
    signatures: [`${palmDatabase}BOOKMOBI`],
  },
  azw3: {
    label: 'AZW3',
    kind: 'book',
    mime: 'application/vnd.amazon.ebook',
    extensions: ['azw3', 'azw'],
    looksLike: ['mobi'],
  },
  fb2: {
    label: 'FB2',
    kind: 'book',
    mime: 'application/x-fictionbook+xml',
    extensions: ['fb2', 'fb2.zip', 'fbz'],
    looksLike: ['zip'],
  },
  pdb: {
    label: 'PalmDOC',
    kind: 'book',
    mime: 'application/vnd.palm',
    extensions: ['pdb'],
    signatures: [`${palmDatabase}TEXtREAd`],
  },
  // Comics are archives of images, often with the extension of another kind of archive.
  cbz: {
    label: 'CBZ',
    kind: 'book',
    mime: 'application/vnd.comicbook+zip',
    extensions: ['cbz'],
    looksLike: ['zip', 'textpack', 'rar', '7z'],
  },
  cbr: {
    label: 'CBR',
    kind: 'book',
    mime: 'application/vnd.comicbook-rar',
    extensions: ['cbr'],
    looksLike: ['rar', 'zip', 'textpack', '7z'],
  },
  cb7: {
    label: 'CB7',
    kind: 'book',
    mime: 'application/x-cb7',
    extensions: ['cb7'],
    looksLike: ['7z', 'zip', 'textpack', 'rar'],
  },
} as const satisfies Record<string, FormatDefinition>
