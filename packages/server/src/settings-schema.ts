/** Schema of all settings: validation, default and description. */

import { defaultPrices } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import { productName } from '@filesmith/contract/product-name'
import { adModes } from '@filesmith/contract/schemas/ad-config'
import { z } from 'zod'
import { isNetwork } from './adapters/outbound-http/address-rules.ts'
import { accessSettings } from './settings/access-settings.ts'
import { accountSettings } from './settings/account-settings.ts'
import { engineSettings } from './settings/engine-settings.ts'
import { organizationSettings } from './settings/organization-settings.ts'
import { processSettings } from './settings/process-settings.ts'
import { proxySettings } from './settings/proxy-settings.ts'
import {
  adUnit,
  flag,
  modelName,
  splitByCommas,
  webAddress,
  wholeNumber,
  withoutTrailingSlash,
} from './settings/setting-kinds.ts'
import { storageSettings } from './settings/storage-settings.ts'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Settings of metrics and traces. The OTEL_ names are those of the OpenTelemetry specification. */
const observabilitySettings = {
  METRICS_PORT: wholeNumber(0)
    .max(65_534)
    .optional()
    .describe(
      'Separate port on which a web process or worker serves /metrics, /healthz and /livez. If not set, there is none. With npm start, the web process uses this port and the worker the next one.',
    ),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address that METRICS_PORT listens on. It has no authentication: do not expose it to public networks.',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Bearer token that enables /metrics on the main port of web processes as well. If not set, that path returns 404.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress
    .optional()
    .describe(
      'OpenTelemetry collector that traces are exported to, as OTLP over HTTP with JSON; /v1/traces is appended.',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress
    .optional()
    .describe('Full URL for exporting traces. Takes precedence over OTEL_EXPORTER_OTLP_ENDPOINT.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('HTTP headers for the collector, for example an API key: name=value,name=value.'),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: z
    .string()
    .optional()
    .describe('HTTP headers for exporting traces only.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: wholeNumber(1)
    .optional()
    .describe('Export timeout in milliseconds. Default: 10000.'),
  OTEL_SERVICE_NAME: z.string().default('filesmith').describe('Service name in traces.'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .default('')
    .describe('Additional resource attributes of traces: deployment.environment=production,host.name=one.'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers)
    .default('parentbased_always_on')
    .describe(
      'Trace sampler: always_on, always_off or traceidratio, each optionally prefixed with parentbased_ to follow the sampling decision of the caller.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Sampling ratio for traceidratio samplers: 0.1 samples every tenth trace.'),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(1).default(5000).describe('Milliseconds between two exports.'),
  OTEL_SDK_DISABLED: flag.default(false).describe('Disables traces, whatever else is set.'),
}

/** Settings of text recognition, speech and translation. */
const languageSettings = {
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
    .describe(
      'Folder with manually installed translation weights, mt12 and bergamot. If not set, the bundled mt12 weights are used; empty for no local weights.',
    ),
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

/** Settings of allowances, prices, payments and advertising. */
const businessSettings = {
  PLAN_FREE_PER_DAY: wholeNumber(1)
    .default(plans.free.conversionsPerDay)
    .describe(
      'Conversions per day for visitors and accounts on Free. The monthly limit is 30 times as high.',
    ),
  PLAN_BASIC_PER_DAY: wholeNumber(1)
    .default(plans.basic.conversionsPerDay)
    .describe('Conversions per day on Basic. The monthly limit is 30 times as high.'),
  ADDRESS_PER_DAY: wholeNumber(1)
    .default(100)
    .describe(
      'Conversions per day for all visitors from one IP address together. Signed-in users are not counted.',
    ),
  PAYMENTS: z
    .enum(['auto', 'stripe', 'test', 'off'])
    .default('auto')
    .describe(
      'Payment provider. auto: Stripe if its keys are set, otherwise built-in test payments that move no money; with NODE_ENV=production these must be requested explicitly with test. off: plans cannot be bought.',
    ),
  STRIPE_SECRET_KEY: z.string().optional().describe('Secret key of the Stripe account.'),
  STRIPE_PUBLISHABLE_KEY: z.string().optional().describe('Publishable key. Required with STRIPE_SECRET_KEY.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe(
      'Signing secret of the Stripe webhook endpoint /api/webhooks/payments. Required with STRIPE_SECRET_KEY.',
    ),
  STRIPE_API_URL: webAddress
    .transform(withoutTrailingSlash)
    .default('https://api.stripe.com')
    .describe('Base URL of the Stripe API.'),
  PLAN_BASIC_PRICE_CENTS: wholeNumber(50)
    .default(defaultPrices.basic)
    .describe('Monthly price of Basic in US cents. Yearly billing costs 12 times as much, less 20 %.'),
  PLAN_PRO_PRICE_CENTS: wholeNumber(50)
    .default(defaultPrices.pro)
    .describe('Monthly price of Pro in US cents.'),
  BILLING_GRACE_DAYS: wholeNumber(0).default(7).describe('Days a plan stays active after a failed payment.'),
  INVOICE_FROM: z
    .string()
    .default(productName)
    .transform(lines => lines.split('|').map(line => line.trim()))
    .describe('Issuer shown on invoices: name, address and tax number, lines separated by |.'),
  ADSENSE_PUBLISHER_ID: z
    .string()
    .regex(/^ca-pub-\d{10,20}$/, 'must be like ca-pub-1234567890123456')
    .optional()
    .describe(
      'Google AdSense publisher ID; ads are shown to users who consent. If not set, the ad panels promote Filesmith itself and load no third-party content.',
    ),
  ADSENSE_UNIT_LEFT: adUnit.describe('AdSense ad unit number of the left panel.'),
  ADSENSE_UNIT_RIGHT: adUnit.describe('AdSense ad unit number of the right panel.'),
  ADSENSE_UNIT_WAIT: adUnit.describe('AdSense ad unit number of the wait screen.'),
  AD_MODE: z
    .enum(adModes)
    .default('free-users')
    .describe(
      'Who sees ads: free-users (visitors and accounts on Free), all, or non-authenticated (visitors only). Basic and Pro never see ads.',
    ),
  IMPRESSIONS_PER_MINUTE: wholeNumber(1)
    .default(30)
    .describe('Ad impressions per minute accepted from one IP address.'),
}

/** Settings of the public API. */
const apiSettings = {
  API_CALLS_PER_MINUTE: wholeNumber(1).default(300).describe('Public API calls per minute and key.'),
  API_ACCOUNT_CALLS_PER_MINUTE: wholeNumber(1)
    .default(1000)
    .describe('Public API calls per minute for all keys of one account together.'),
  OUTBOUND_ALLOWED_NETWORKS: z
    .string()
    .default('')
    .transform(splitByCommas)
    .refine(networks => networks.every(isNetwork), 'must be networks like 10.1.0.0/16, separated by commas')
    .describe(
      'Private networks that API jobs and webhooks may connect to, such as 10.1.0.0/16, separated by commas. If empty, only public addresses are allowed.',
    ),
  OUTBOUND_TIMEOUT_SECONDS: wholeNumber(1)
    .default(1800)
    .describe('Time limit for importing one file from a URL, or exporting one result to one.'),
  WEBHOOK_RETRY_SECONDS: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'must be seconds, separated by commas')
    .default('5,60,300,1800,7200,21600,43200,86400')
    .transform(text => splitByCommas(text).map(Number))
    .describe('Delays before each retry of a failed webhook delivery, in seconds, separated by commas.'),
}

/** Descriptions become the rows of docs/configuration.md, in this order. */
export const settingsSchema = z.object({
  ...processSettings,
  ...accessSettings,
  ...observabilitySettings,
  ...storageSettings,
  ...accountSettings,
  ...organizationSettings,
  ...proxySettings,
  ...engineSettings,
  ...languageSettings,
  ...businessSettings,
  ...apiSettings,
})
