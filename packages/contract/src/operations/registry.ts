/** All operations by id; server routes, abilities and tools are keyed by it. */
import { addSubtitles } from './add-subtitles.ts'
import { compressFiles } from './compress-files.ts'
import { convertArchive } from './convert-archive.ts'
import { convertAudio } from './convert-audio.ts'
import { convertBook } from './convert-book.ts'
import { convertCalendar } from './convert-calendar.ts'
import { convertComic } from './convert-comic.ts'
import { convertContacts } from './convert-contacts.ts'
import { convertData } from './convert-data.ts'
import { convertDocument } from './convert-document.ts'
import { convertDrawing } from './convert-drawing.ts'
import { convertFont } from './convert-font.ts'
import { convertImage } from './convert-image.ts'
import { convertMail } from './convert-mail.ts'
import { convertMarkup } from './convert-markup.ts'
import { convertPdf } from './convert-pdf.ts'
import { convertPresentation } from './convert-presentation.ts'
import { convertSpreadsheet } from './convert-spreadsheet.ts'
import { convertSubtitles } from './convert-subtitles.ts'
import { convertVideo } from './convert-video.ts'
import { createAudiobook } from './create-audiobook.ts'
import { createFavicons } from './create-favicons.ts'
import { createGif } from './create-gif.ts'
import { createQrCode } from './create-qr-code.ts'
import { editAudio } from './edit-audio.ts'
import { editImage } from './edit-image.ts'
import { extractText } from './extract-text.ts'
import { extractVideoText } from './extract-video-text.ts'
import type { Operation } from './operation.ts'
import { pdfOperations } from './pdf/registry.ts'
import { resizeImage } from './resize-image.ts'
import { translateDocument } from './translate-document.ts'

export const operations = {
  // Before images, because an SVG stays a drawing in its PDF.
  'convert-drawing': convertDrawing,
  'convert-image': convertImage,
  'convert-video': convertVideo,
  'convert-audio': convertAudio,
  'convert-pdf': convertPdf,
  'convert-document': convertDocument,
  'convert-spreadsheet': convertSpreadsheet,
  'convert-presentation': convertPresentation,
  'convert-archive': convertArchive,
  'convert-mail': convertMail,
  'convert-contacts': convertContacts,
  'convert-calendar': convertCalendar,
  'convert-font': convertFont,
  'convert-subtitles': convertSubtitles,
  'convert-data': convertData,
  'convert-markup': convertMarkup,
  'convert-book': convertBook,
  'convert-comic': convertComic,
  'compress-files': compressFiles,
  'extract-text': extractText,
  'extract-video-text': extractVideoText,
  'translate-document': translateDocument,
  'add-subtitles': addSubtitles,
  'resize-image': resizeImage,
  'edit-image': editImage,
  'edit-audio': editAudio,
  'create-gif': createGif,
  'create-audiobook': createAudiobook,
  'create-qr-code': createQrCode,
  'create-favicons': createFavicons,
  ...pdfOperations,
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations

export const operationIds = Object.keys(operations) as [OperationId, ...OperationId[]]
