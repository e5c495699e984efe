/** Registry of all engines and their abilities. A new engine is one folder and one line here. */
import { archiveEngine } from './archive/definition.ts'
import type { Ability, EngineDefinition, EngineId } from './engine.ts'
import { ffmpegEngine } from './ffmpeg/definition.ts'
import { gifEngine } from './gif/definition.ts'
import { libreofficeEngine } from './libreoffice/definition.ts'
import { magickEngine } from './magick/definition.ts'
import { ocrEngine } from './ocr/definition.ts'
import { pdfEngine } from './pdf/definition.ts'
import { sharpEngine } from './sharp/definition.ts'
import { speechEngine } from './speech/definition.ts'
import { translationEngine } from './translation/definition.ts'

export const engines: Readonly<Record<EngineId, EngineDefinition>> = {
  sharp: sharpEngine,
  magick: magickEngine,
  ffmpeg: ffmpegEngine,
  pdf: pdfEngine,
  archive: archiveEngine,
  libreoffice: libreofficeEngine,
  ocr: ocrEngine,
  speech: speechEngine,
  translation: translationEngine,
  gif: gifEngine,
}

export const engineIds = Object.keys(engines) as EngineId[]

export const abilities: readonly Ability[] = Object.values(engines).flatMap(engine => engine.abilities)
