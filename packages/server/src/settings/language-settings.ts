/** Text recognition, speech and translation. */
import { z } from 'zod'
import { modelName, webAddress, wholeNumber, withoutLastSlash } from './setting-kinds.ts'

export const languageSettings = {
  MAX_OCR_PAGES: wholeNumber(1).default(500).describe('Pages of a file whose text is extracted.'),
  OCR_PAGE_TIMEOUT_SECONDS: wholeNumber(1)
    .default(120)
    .describe('Time the text recognition of one page may take.'),
  SPEECH_MODEL_ENGLISH: modelName
    .default('base')
    .describe(
      'Whisper model for English: base or small, which come with the install, or a folder of SPEECH_MODELS_DIR.',
    ),
  SPEECH_MODEL_OTHER: modelName
    .default('small')
    .describe('Whisper model for every other language, and for finding out which it is.'),
  SPEECH_MODELS_DIR: z
    .string()
    .optional()
    .describe(
      'Folder with further Whisper models, each in a folder of its own (ONNX, as transformers.js reads them).',
    ),
  SPEECH_PROCESSES: wholeNumber(1)
    .default(1)
    .describe('Videos a worker transcribes at once. Each holds a model of 1 to 3 GB in memory.'),
  SPEECH_MEMORY_MB: wholeNumber(512).default(6144).describe('Memory one transcribing process may use.'),
  SPEECH_TIMEOUT_SECONDS: wholeNumber(1).default(21_600).describe('Time one transcription may take.'),
  SPEECH_URL: webAddress
    .transform(withoutLastSlash)
    .optional()
    .describe(
      'An OpenAI-compatible transcription server (without /v1) that is asked instead of the own models.',
    ),
  SPEECH_API_KEY: z.string().optional().describe('Its key, if it wants one.'),
  SPEECH_SERVER_MODEL: z.string().default('whisper-1').describe('The model it is asked for.'),
  TRANSLATION_MODELS_DIR: z
    .string()
    .optional()
    .describe('Folder with weights of translation models put there by hand: mt12 and bergamot.'),
  BERGAMOT_MODELS_URL: webAddress
    .transform(withoutLastSlash)
    .optional()
    .describe(
      'The list of Bergamot models, as Mozilla writes it, or the folder with its registry.json: what a pair needs is fetched when it is first used, into DATA_DIR/models. Without it nothing is.',
    ),
  LIBRETRANSLATE_URL: webAddress
    .transform(withoutLastSlash)
    .optional()
    .describe('A LibreTranslate server to translate with.'),
  LIBRETRANSLATE_API_KEY: z.string().optional().describe('Its key, if it wants one.'),
  DEEPL_API_KEY: z.string().optional().describe('Translate with DeepL.'),
  DEEPL_URL: webAddress
    .transform(withoutLastSlash)
    .default('https://api-free.deepl.com')
    .describe('Where DeepL answers; https://api.deepl.com for paid keys.'),
  TRANSLATION_MEMORY_MB: wholeNumber(256).default(2048).describe('Memory one translating process may use.'),
  TRANSLATION_TIMEOUT_SECONDS: wholeNumber(1)
    .default(900)
    .describe('Time the translation of one text or document may take.'),
  TRANSLATIONS_PER_MINUTE: wholeNumber(1)
    .default(60)
    .describe('Texts translated for one network address; a long one counts once for every 5,000 characters.'),
}
