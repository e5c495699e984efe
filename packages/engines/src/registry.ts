/** Registry of all engines and abilities. A new engine is one folder and one entry here. */
import { copyFile } from 'node:fs/promises'
import type { FormatId } from '@filesmith/contract/formats'
import { inspectedImages } from '@filesmith/contract/inspected-images'
import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { convertVideo } from '@filesmith/contract/operations/convert-video'
import { z } from 'zod'
import { type Ability, defineAbility } from './ability.ts'
import { archiveConvert, archivePack } from './archive/abilities.ts'
import { bookConvert, bookToDocx, comicConvert, djvuConvert, markupConvert } from './books/abilities.ts'
import { dataAbilities } from './data/abilities.ts'
import { drawingConvert } from './drawing/abilities.ts'
import type { EngineId, EngineSettings, LiveEngine } from './engine.ts'
import {
  ffmpegAudio,
  ffmpegAudiobook,
  ffmpegEditAudio,
  ffmpegSubtitles,
  ffmpegVideo,
} from './ffmpeg/abilities.ts'
import { gifCreate } from './gif/abilities.ts'
import { heifEncode } from './heif/abilities.ts'
import {
  htmlToMarkdown,
  officeConvert,
  officeDrawingConvert,
  pagesConvert,
  presentationConvert,
  spreadsheetConvert,
} from './libreoffice/abilities.ts'
import { magickDecode, magickEncode } from './magick/abilities.ts'
import { recognizeText } from './ocr/abilities.ts'
import { pdfToDocument, pdfToImages } from './pdf/abilities.ts'
import { pdfToolAbilities } from './pdf-tools/abilities.ts'
import type { Sandbox } from './process/sandbox.ts'
import { qrCodeAbility } from './qr-code/create-qr-code.ts'
import { sharpConvert, sharpEdit, sharpFavicons, sharpResize } from './sharp/abilities.ts'
import { transcribe } from './speech/abilities.ts'
import { translateDocxAbility, translateTxtAbility } from './translation/abilities.ts'

export interface EngineDefinition {
  readonly abilities: readonly Ability[]
  readonly inspects?: readonly FormatId[]
  /** Imports the implementation on demand: building an execution plan must not load native code. */
  start(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine>
}

export const engines: Readonly<Record<EngineId, EngineDefinition>> = {
  sharp: {
    abilities: [sharpConvert, sharpEdit, sharpResize, sharpFavicons],
    inspects: inspectedImages,
    start: async (...given) => (await import('./image-helpers.ts')).startSharp(...given),
  },
  magick: {
    abilities: [magickDecode, magickEncode],
    start: async (...given) => (await import('./image-helpers.ts')).startMagick(...given),
  },
  heif: {
    abilities: [heifEncode],
    start: async (...given) => (await import('./heif/start-heif.ts')).startHeif(...given),
  },
  ffmpeg: {
    abilities: [ffmpegVideo, ffmpegAudio, ffmpegSubtitles, ffmpegEditAudio, ffmpegAudiobook],
    inspects: [...new Set([...convertVideo.inputs, ...convertAudio.inputs])],
    start: async (...given) => (await import('./ffmpeg/start-ffmpeg.ts')).startFfmpeg(...given),
  },
  pdf: {
    abilities: [pdfToDocument, pdfToImages],
    start: async (...given) => {
      const { startScanReader } = await import('./ocr/scan-reader.ts')
      return (await import('./pdf/start-pdf.ts')).startPdfHelpers(...given, startScanReader)
    },
  },
  'pdf-tools': {
    abilities: pdfToolAbilities,
    start: async (...given) => (await import('./pdf-tools/start-pdf-tools.ts')).startPdfTools(...given),
  },
  drawing: {
    abilities: [drawingConvert],
    start: async (...given) => (await import('./drawing/start-drawing.ts')).startDrawing(...given),
  },
  archive: {
    abilities: [archiveConvert, archivePack],
    start: async (...given) => (await import('./archive/start-archive.ts')).startArchive(...given),
  },
  libreoffice: {
    abilities: [
      officeConvert,
      htmlToMarkdown,
      pagesConvert,
      spreadsheetConvert,
      presentationConvert,
      officeDrawingConvert,
    ],
    start: async (...given) => (await import('./libreoffice/start-office.ts')).startOffice(...given),
  },
  ocr: {
    abilities: [recognizeText],
    start: async (...given) => (await import('./ocr/start-ocr.ts')).startOcr(...given),
  },
  speech: {
    abilities: [transcribe],
    start: async (...given) => (await import('./speech/start-speech.ts')).startSpeech(...given),
  },
  translation: {
    abilities: [translateDocxAbility, translateTxtAbility],
    start: async (...given) =>
      (await import('./translation/start-translation.ts')).startTranslation(...given),
  },
  gif: {
    abilities: [gifCreate],
    start: async (...given) => (await import('./gif/start-gif.ts')).startGif(...given),
  },
  data: {
    abilities: dataAbilities,
    start: async (...given) => (await import('./data/start-data.ts')).startData(...given),
  },
  markup: {
    abilities: [markupConvert, bookToDocx],
    start: async (...given) => (await import('./books/start-books.ts')).startMarkup(...given),
  },
  books: {
    abilities: [bookConvert, comicConvert],
    start: async (...given) => (await import('./books/start-books.ts')).startBooks(...given),
  },
  djvu: {
    abilities: [djvuConvert],
    start: async (...given) => (await import('./books/start-books.ts')).startDjvu(...given),
  },
}

export const engineIds = Object.keys(engines) as EngineId[]

interface BuiltInAbility {
  readonly ability: Ability
  readonly run: LiveEngine['runStep']
}

/** Copies a file that already has the requested format. No route leads through it. */
export const copyAbility = defineAbility({
  id: 'copy',
  engine: null,
  from: [],
  to: [],
  cost: 0,
  options: z.unknown(),
})

/** Abilities of no engine. They parse no file format, so they need no sandbox. */
export const builtInAbilities: readonly BuiltInAbility[] = [
  {
    ability: copyAbility,
    async run({ inputPath, outputPath }) {
      await copyFile(inputPath, outputPath)
      return {}
    },
  },
  qrCodeAbility,
]

export const abilities: readonly Ability[] = [
  ...Object.values(engines).flatMap(engine => engine.abilities),
  ...builtInAbilities.map(({ ability }) => ability),
]

export function usableAbilities(isAvailable: (engine: EngineId) => boolean): readonly Ability[] {
  return abilities.filter(({ engine }) => engine === null || isAvailable(engine))
}
