/** What engines are called where operators read of them. */

const engineLabels: Readonly<Record<string, string>> = {
  sharp: 'Images (sharp)',
  magick: 'Rare images (ImageMagick)',
  ffmpeg: 'Video and audio (FFmpeg)',
  pdf: 'PDF',
  archive: 'Archives',
  libreoffice: 'Documents (LibreOffice)',
  ocr: 'Text recognition (Tesseract)',
  speech: 'Speech (Whisper)',
  translation: 'Translation',
  gif: 'Animations (GIF)',
}

/** One that this version does not know is called by its id. */
export function engineLabel(engine: string): string {
  return engineLabels[engine] ?? engine
}

export const adminEngineMessages = {
  /** As the reason of an engine that an operator has switched off. */
  switchedOff: 'Switched off by an operator.',
  visitor: (id: string) => `Visitor ${id}`,
}
