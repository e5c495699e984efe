/** Names of file kinds on pages. */
import type { FileKind } from '../formats.ts'

export const kindNames: Readonly<Record<FileKind, string>> = {
  image: 'Images',
  video: 'Videos',
  audio: 'Audio',
  document: 'Documents',
  archive: 'Archives',
  text: 'Other text files',
  spreadsheet: 'Spreadsheets',
  presentation: 'Presentations',
  drawing: 'Drawings',
  book: 'E-books',
  subtitles: 'Subtitles',
  data: 'Data',
  mail: 'Mail and calendars',
  font: 'Fonts',
}

/** In a sentence: 'all images', 'all audio files'. */
export const kindPlurals: Readonly<Record<FileKind, string>> = {
  image: 'images',
  video: 'videos',
  audio: 'audio files',
  document: 'documents',
  archive: 'archives',
  text: 'text files',
  spreadsheet: 'spreadsheets',
  presentation: 'presentations',
  drawing: 'drawings',
  book: 'e-books',
  subtitles: 'subtitle files',
  data: 'data files',
  mail: 'mail and calendar files',
  font: 'fonts',
}

export const kindSingulars: Readonly<Record<FileKind, string>> = {
  image: 'image',
  video: 'video',
  audio: 'audio file',
  document: 'document',
  archive: 'archive',
  text: 'text file',
  spreadsheet: 'spreadsheet',
  presentation: 'presentation',
  drawing: 'drawing',
  book: 'e-book',
  subtitles: 'subtitle file',
  data: 'data file',
  mail: 'mail or calendar file',
  font: 'font',
}
