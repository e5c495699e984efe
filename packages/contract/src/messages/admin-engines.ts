/** Display names of engines for operators. */

const engineLabels: Readonly<Record<string, string>> = {
  sharp: 'Images (sharp)',
  magick: 'Rare images (ImageMagick)',
  heif: 'HEIC (libheif, x265)',
  ffmpeg: 'Video and audio (FFmpeg)',
  pdf: 'PDF',
  'pdf-tools': 'PDF tools (qpdf)',
  drawing: 'Drawings (poppler, librsvg)',
  archive: 'Archives',
  libreoffice: 'Documents (LibreOffice)',
  ocr: 'Text recognition (Tesseract)',
  speech: 'Speech (Whisper)',
  translation: 'Translation',
  gif: 'Animations (GIF)',
  data: 'Data, subtitles, mail and fonts',
  markup: 'Markup (pandoc)',
  books: 'E-books and comics',
  djvu: 'DjVu (DjVuLibre)',
}

/** Falls back to the id of an engine that this version does not know. */
export function engineLabel(engine: string): string {
  return engineLabels[engine] ?? engine
}

export const adminEngineMessages = {
  /** Shown as the reason why an engine is unavailable. */
  switchedOff: 'Turned off by an operator.',
  visitor: (id: string) => `Visitor ${id}`,
}
