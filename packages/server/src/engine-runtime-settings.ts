/** Maps the settings to those of the engine runtime, for workers and for `npm run doctor`. */

import { join, resolve } from 'node:path'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import type { EngineSettings } from '@filesmith/engines/engine'
import type { SandboxMode } from '@filesmith/engines/process/sandbox'
import { bundledModelsDir } from '@filesmith/engines/translation/bundled-models'
import { engineMemoryBytes, type Settings } from './config.ts'
import { excludedEngines } from './worker-classes.ts'

/** For jobs in extra slots: of conversions of both classes, inspections and preparations. */
const spareHelpers = 4
/** Longer than a user needs for the next file of several. */
const idleHelperMs = 30_000

export function engineRuntimeSettings(
  settings: Settings,
  warn: (message: string) => void,
): Partial<EngineSettings> {
  if (settings.SANDBOX === 'auto')
    warn('SANDBOX=auto is deprecated and means SANDBOX=required; remove it from the settings.')
  return {
    sandbox: sandboxMode(settings),
    helpersPerEngine: settings.ENGINE_PROCESSES,
    spareHelpers,
    maxPixels: settings.MAX_IMAGE_MEGAPIXELS * 1_000_000,
    stepTimeoutMs: settings.STEP_TIMEOUT_SECONDS * 1000,
    maxMemoryBytes: engineMemoryBytes(settings),
    maxOutputBytes: settings.MAX_OUTPUT_MB * bytesPerMegabyte,
    media: {
      maxDurationSeconds: settings.MAX_MEDIA_MINUTES * 60,
      maxFramePixels: settings.MAX_VIDEO_MEGAPIXELS * 1_000_000,
      timeoutMs: settings.MEDIA_TIMEOUT_SECONDS * 1000,
      cpuSeconds: settings.MEDIA_CPU_SECONDS,
    },
    pdf: {
      maxPages: settings.MAX_PDF_PAGES,
      timeoutMs: settings.PDF_TIMEOUT_SECONDS * 1000,
      pageTimeoutMs: settings.PDF_PAGE_TIMEOUT_SECONDS * 1000,
    },
    archive: {
      timeoutMs: settings.ARCHIVE_TIMEOUT_SECONDS * 1000,
      cpuSeconds: settings.ARCHIVE_CPU_SECONDS,
      maxOutputBytes: settings.MAX_ARCHIVE_MB * bytesPerMegabyte,
      unpacking: {
        maxBytes: settings.MAX_UNPACKED_MB * bytesPerMegabyte,
        maxEntries: settings.MAX_UNPACKED_FILES,
        maxRatio: settings.MAX_UNPACKED_RATIO,
        ratioFromBytes: 100 * bytesPerMegabyte,
      },
    },
    ...languageEngineSettings(settings),
    startsWarm: settings.WARM_START,
    helperIdleMs: settings.WARM_START ? null : idleHelperMs,
    disabledEngines: [...settings.DISABLED_ENGINES, ...excludedEngines(settings.WORKER_ENGINES)],
    warn,
  }
}

/** `auto` used to run engines without a sandbox where none could be created. */
export function sandboxMode({ SANDBOX }: Pick<Settings, 'SANDBOX'>): SandboxMode {
  return SANDBOX === 'auto' ? 'required' : SANDBOX
}

/** The bundled weights unless another folder is given; none if the setting is empty. */
function translationModelsDir({ TRANSLATION_MODELS_DIR: folder }: Settings): string | null {
  if (folder === undefined) return bundledModelsDir
  return folder === '' ? null : resolve(folder)
}

/** Maps the settings to those of the OCR, speech and translation engines. */
function languageEngineSettings(settings: Settings): Pick<EngineSettings, 'ocr' | 'speech' | 'translation'> {
  return {
    ocr: { maxPages: settings.MAX_OCR_PAGES, pageTimeoutMs: settings.OCR_PAGE_TIMEOUT_SECONDS * 1000 },
    speech: {
      englishModel: settings.SPEECH_MODEL_ENGLISH,
      otherModel: settings.SPEECH_MODEL_OTHER,
      modelsDir: settings.SPEECH_MODELS_DIR ? resolve(settings.SPEECH_MODELS_DIR) : null,
      processes: settings.SPEECH_PROCESSES,
      maxMemoryBytes: settings.SPEECH_MEMORY_MB * bytesPerMegabyte,
      server: settings.SPEECH_URL
        ? {
            url: settings.SPEECH_URL,
            key: settings.SPEECH_API_KEY ?? null,
            model: settings.SPEECH_SERVER_MODEL,
          }
        : null,
      timeoutMs: settings.SPEECH_TIMEOUT_SECONDS * 1000,
    },
    translation: {
      modelsDir: translationModelsDir(settings),
      downloadsDir: join(settings.DATA_DIR, 'models'),
      bergamotUrl: settings.BERGAMOT_MODELS_URL ?? null,
      libreTranslate: settings.LIBRETRANSLATE_URL
        ? { url: settings.LIBRETRANSLATE_URL, key: settings.LIBRETRANSLATE_API_KEY ?? null }
        : null,
      deepl: settings.DEEPL_API_KEY ? { url: settings.DEEPL_URL, key: settings.DEEPL_API_KEY } : null,
      maxMemoryBytes: settings.TRANSLATION_MEMORY_MB * bytesPerMegabyte,
      timeoutMs: settings.TRANSLATION_TIMEOUT_SECONDS * 1000,
    },
  }
}
