/** Settings of text recognition, speech and translation. */
import { z } from 'zod'
import { modelName, webAddress, wholeNumber, withoutTrailingSlash } from './setting-kinds.ts'

export const languageSettings = {
  MAX_OCR_PAGES: wholeNumber(1)
    .default(500)
    .describe('Maximum number of pages of a file for text extraction.'),
  OCR_PAGE_TIMEOUT_SECONDS: wholeNumber(1)
    .default(120)
    .describe('Time limit for text recognition of one page.'),
  SPEECH_MODEL_ENGLISH: modelName
    .default('base')
    .describe(
      'Whisper model for English: base or small, which are bundled, or a folder name in SPEECH_MODELS_DIR.',
    ),
  SPEECH_MODEL_OTHER: modelName
    .default('small')
    .describe('Whisper model for all other languages and for language detection.'),
  SPEECH_MODELS_DIR: z
    .string()
    .optional()
    .describe(
      'Folder with additional Whisper models, one subfolder each (ONNX, in the layout of transformers.js).',
    ),
  SPEECH_PROCESSES: wholeNumber(1)
    .default(1)
    .describe('Concurrent transcriptions per worker. Each holds a model of 1 to 3 GB in memory.'),
  SPEECH_MEMORY_MB: wholeNumber(512).default(6144).describe('Memory limit of one transcription process.'),
  SPEECH_TIMEOUT_SECONDS: wholeNumber(1).default(21_600).describe('Time limit for one transcription.'),
  SPEECH_URL: webAddress
    .transform(withoutTrailingSlash)
    .optional()
    .describe(
      'Base URL (without /v1) of an OpenAI-compatible transcription server to use instead of the bundled models.',
    ),
  SPEECH_API_KEY: z.string().optional().describe('API key of the transcription server, if required.'),
  SPEECH_SERVER_MODEL: z
    .string()
    .default('whisper-1')
    .describe('Model requested from the transcription server.'),
  TRANSLATION_MODELS_DIR: z
    .string()
    .optional()
    .describe('Folder with manually installed translation model weights: mt12 and bergamot.'),
  BERGAMOT_MODELS_URL: webAddress
    .transform(withoutTrailingSlash)
    .optional()
    .describe(
      'URL of the Bergamot model list in the Mozilla format, or of the folder with its registry.json. Models are downloaded to DATA_DIR/models when a language pair is first used. If not set, none are downloaded.',
    ),
  LIBRETRANSLATE_URL: webAddress
    .transform(withoutTrailingSlash)
    .optional()
    .describe('Base URL of a LibreTranslate server to translate with.'),
  LIBRETRANSLATE_API_KEY: z
    .string()
    .optional()
    .describe('API key of the LibreTranslate server, if required.'),
  DEEPL_API_KEY: z.string().optional().describe('DeepL API key. If set, DeepL is used to translate.'),
  DEEPL_URL: webAddress
    .transform(withoutTrailingSlash)
    .default('https://api-free.deepl.com')
    .describe('Base URL of the DeepL API; https://api.deepl.com for paid keys.'),
  TRANSLATION_MEMORY_MB: wholeNumber(256).default(2048).describe('Memory limit of one translation process.'),
  TRANSLATION_TIMEOUT_SECONDS: wholeNumber(1)
    .default(900)
    .describe('Time limit for translating one text or document.'),
  TRANSLATIONS_PER_MINUTE: wholeNumber(1)
    .default(60)
    .describe('Text translations per minute for one IP address; every 5,000 characters count as one.'),
}
