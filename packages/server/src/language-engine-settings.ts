/** Maps the settings to those of the OCR, speech and translation engines. */
import { join, resolve } from 'node:path'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import type { EngineSettings } from '@filesmith/engines/engine'
import type { Settings } from './config.ts'

export function languageEngineSettings(
  settings: Settings,
): Pick<EngineSettings, 'ocr' | 'speech' | 'translation'> {
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
      modelsDir: settings.TRANSLATION_MODELS_DIR ? resolve(settings.TRANSLATION_MODELS_DIR) : null,
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
