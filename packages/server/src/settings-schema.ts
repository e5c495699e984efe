/** Every setting: what it must be like, its default, and what it means. */
import { availableParallelism } from 'node:os'
import { defaultPrices } from '@filesmith/contract/plan-offers'
import { plans } from '@filesmith/contract/plans'
import { productName } from '@filesmith/contract/product-name'
import { usualRetention } from '@filesmith/contract/retention'
import { adModes } from '@filesmith/contract/schemas/ad-config'
import { engineIds } from '@filesmith/engines/registry'
import { z } from 'zod'

const wholeNumber = (least: number) => z.coerce.number().int().min(least)
const flag = z.enum(['true', 'false']).transform(value => value === 'true')
const cores = availableParallelism()
const splitByCommas = (text: string) =>
  text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
const withoutLastSlash = (address: string) => address.replace(/\/+$/, '')
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const mailAddress = z.string().regex(/^[^<>@\s,;]+@[^<>@\s,;]+$/, 'must be an email address')
const modelName = z.string().regex(/^[\w.-]+$/, 'must be the plain name of a model')
const adUnit = z
  .string()
  .regex(/^\d{4,20}$/, 'must be the number of an ad unit')
  .optional()
const canParse = (address: string, isRight: (url: URL) => boolean) =>
  URL.canParse(address) && isRight(new URL(address))

/** The description of each setting is its row in docs/configuration.md. */
export const settingsSchema = z.object({
  PORT: wholeNumber(0).max(65_535).default(3000).describe('Port the web process listens on.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address the web process listens on. The default answers this machine only; 0.0.0.0 answers everybody.',
    ),
  DATA_DIR: z
    .string()
    .default('data')
    .describe(
      'Folder for the embedded database, stored files, job folders and secrets. Relative to where it starts.',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional()
    .describe('Any PostgreSQL 15 or newer. Without it an embedded PostgreSQL runs in DATA_DIR.'),
  DATABASE_POOL: wholeNumber(2).default(10).describe('Database connections each process may hold.'),
  DATABASE_SILENCE_SECONDS: wholeNumber(3)
    .default(90)
    .describe(
      'When a database connection on which nothing moves is given up. Longer than any single statement takes.',
    ),
  STORAGE: z.enum(['disk', 's3']).default('disk').describe('Where uploads and results are kept.'),
  S3_ENDPOINT: z.url().optional().describe('Address of an S3-compatible server. Without it, AWS itself.'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket.'),
  S3_BUCKET: z.string().optional().describe('Name of the bucket. Needed when STORAGE is s3.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Access key. Needed when STORAGE is s3.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret key. Needed when STORAGE is s3.'),
  S3_PATH_STYLE: flag
    .default(true)
    .describe('Whether the bucket stands in the path rather than in the host name.'),
  S3_PREFIX: z.string().default('').describe('Put before every key, to share a bucket with others.'),
  COOKIE_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Signs cookies and seals the secrets of two-step sign-in and the passwords of archives. Web and worker processes on several machines must share one; otherwise it is made in DATA_DIR.',
    ),
  BEHIND_PROXY: flag.default(false).describe('Whether to believe X-Forwarded-* headers of a proxy in front.'),
  PUBLIC_URL: webAddress
    .refine(
      address => canParse(address, url => url.href === `${url.origin}/`),
      'must be an http(s) address without a path',
    )
    .transform(withoutLastSlash)
    .optional()
    .describe(
      'Address people reach it by, for links in mails and the way back from Google and GitHub. Without it http://localhost and the port.',
    ),
  SMTP_URL: z
    .string()
    .refine(
      address => canParse(address, url => /^smtps?:$/.test(url.protocol) && url.hostname !== ''),
      'must be smtp://user:password@host:port or smtps://...',
    )
    .optional()
    .describe(
      'Mail server: smtp:// (encrypted when the server offers it; always with ?requireTLS=true) or smtps://. Without it mails are written into DATA_DIR/mail.',
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, or a name and an address: Filesmith <no-reply@example.org>',
    )
    .default('Filesmith <no-reply@localhost>')
    .describe('Who mails come from.'),
  SUPPORT_EMAIL: mailAddress
    .default('support@localhost')
    .describe('Where messages of the contact form go; /contact shows it.'),
  INFO_EMAIL: mailAddress
    .default('info@localhost')
    .describe('Where general questions go; /contact shows it.'),
  CONTACT_PHONE: z.string().default('+1 (415) 555-0142').describe('The phone line that /contact shows.'),
  CONTACT_ADDRESS: z
    .string()
    .default('1 Example Street, San Francisco, CA 94105')
    .transform(lines => lines.split('|').map(line => line.trim()))
    .describe('The office address that /contact shows, its lines separated by |.'),
  GOOGLE_CLIENT_ID: z.string().optional().describe('Sign-in with Google: the id of an OAuth client there.'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('Its secret. Needed with GOOGLE_CLIENT_ID.'),
  GOOGLE_ISSUER_URL: webAddress
    .transform(withoutLastSlash)
    .default('https://accounts.google.com')
    .describe('Where Google, or another OpenID provider in its place, is asked.'),
  GITHUB_CLIENT_ID: z.string().optional().describe('Sign-in with GitHub: the id of an OAuth app there.'),
  GITHUB_CLIENT_SECRET: z.string().optional().describe('Its secret. Needed with GITHUB_CLIENT_ID.'),
  GITHUB_URL: webAddress
    .transform(withoutLastSlash)
    .default('https://github.com')
    .describe('Where GitHub, or a GitHub Enterprise server, is asked for permission.'),
  GITHUB_API_URL: webAddress
    .transform(withoutLastSlash)
    .default('https://api.github.com')
    .describe('Where its API answers.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('How much is logged.'),
  SANDBOX: z
    .enum(['required', 'auto', 'off'])
    .default('auto')
    .describe('Whether engines run inside bubblewrap: required, auto (warns if it is missing) or off.'),
  DISABLED_ENGINES: z
    .string()
    .default('')
    .transform(splitByCommas)
    .pipe(z.array(z.enum(engineIds)))
    .describe(
      'Engines not to use, separated by commas: sharp, magick, ffmpeg, libreoffice, pdf, archive, ocr, speech, translation. Their tools are shown as not available.',
    ),
  WORKER_CONCURRENCY: wholeNumber(1)
    .default(cores)
    .describe(
      'Images, recordings, documents and small archives a worker makes at once. Default: number of cores.',
    ),
  WORKER_VIDEO_CONCURRENCY: wholeNumber(0)
    .default(cores)
    .describe(
      'Videos and large archives a worker makes at once, beside the others. Default: number of cores.',
    ),
  ENGINE_PROCESSES: wholeNumber(1)
    .default(cores)
    .describe(
      'Warm helper processes of each engine of images and documents in a worker. Default: number of cores.',
    ),
  ENGINE_MEMORY_MB: wholeNumber(128).default(4096).describe('Memory one engine process may use.'),
  STEP_TIMEOUT_SECONDS: wholeNumber(1)
    .default(300)
    .describe('Time one step of an image or document conversion may take.'),
  MAX_OUTPUT_MB: wholeNumber(1).default(4096).describe('Size of a result.'),
  WARM_START: flag
    .default(true)
    .describe(
      'Whether helpers of documents start with the worker. Without it the first document waits a second longer, and memory is used only then.',
    ),
  MAX_PDF_PAGES: wholeNumber(1).default(1000).describe('Pages of a PDF.'),
  PDF_TIMEOUT_SECONDS: wholeNumber(1)
    .default(900)
    .describe('Time the conversion of a PDF may take, text recognition of each page apart.'),
  PDF_PAGE_TIMEOUT_SECONDS: wholeNumber(1).default(60).describe('Time one page of a PDF may take.'),
  ARCHIVE_TIMEOUT_SECONDS: wholeNumber(1).default(7200).describe('Time compressing files may take.'),
  ARCHIVE_CPU_SECONDS: wholeNumber(1)
    .default(14_400)
    .describe('Processor time compressing files may take, all cores together.'),
  MAX_ARCHIVE_MB: wholeNumber(1).default(65_536).describe('Size of an archive.'),
  MAX_IMAGE_MEGAPIXELS: wholeNumber(1).default(100).describe('Pixels of an image, all frames together.'),
  MAX_MEDIA_MINUTES: wholeNumber(1).default(360).describe('Length of a video or recording.'),
  MAX_VIDEO_MEGAPIXELS: wholeNumber(1).default(36).describe('Pixels of one picture of a video.'),
  MEDIA_TIMEOUT_SECONDS: wholeNumber(1)
    .default(7200)
    .describe('Time the conversion of a video or recording may take.'),
  MEDIA_CPU_SECONDS: wholeNumber(1)
    .default(28_800)
    .describe('Processor time the conversion of a video or recording may take, all cores together.'),
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
  ATTEMPTS_PER_ACCOUNT: wholeNumber(1)
    .default(10)
    .describe('Passwords or codes that may be tried for one account in 15 minutes.'),
  ATTEMPTS_PER_NETWORK: wholeNumber(1)
    .default(50)
    .describe('Sign-ins that may be tried from one network address in 15 minutes.'),
  REGISTRATIONS_PER_HOUR: wholeNumber(1)
    .default(10)
    .describe('Accounts that may be created from one network address.'),
  MAILS_PER_HOUR: wholeNumber(1).default(5).describe('Links that may be asked for one email address.'),
  CONTACTS_PER_HOUR: wholeNumber(1)
    .default(5)
    .describe(
      'Messages of the contact form that may be sent with one email address; four times as many from one network address.',
    ),
  PLAN_FREE_PER_DAY: wholeNumber(1)
    .default(plans.free.conversionsPerDay)
    .describe('Conversions a day for visitors and on Free; 30 times as many a month.'),
  PLAN_BASIC_PER_DAY: wholeNumber(1)
    .default(plans.basic.conversionsPerDay)
    .describe('Conversions a day on Basic; 30 times as many a month.'),
  ADDRESS_PER_DAY: wholeNumber(1)
    .default(100)
    .describe(
      'Conversions a day for all visitors of one network address together. Accounts are not counted.',
    ),
  PAYMENTS: z
    .enum(['auto', 'stripe', 'test', 'off'])
    .default('auto')
    .describe(
      'Who takes payments. auto: Stripe when its keys are set, else the built-in test payments, in which no money moves; those must be asked for by name where NODE_ENV is production. off: nothing can be bought.',
    ),
  STRIPE_SECRET_KEY: z.string().optional().describe('Payments by Stripe: the secret key.'),
  STRIPE_PUBLISHABLE_KEY: z.string().optional().describe('The publishable key. Needed with the secret one.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .optional()
    .describe(
      'The signing secret of the webhook that Stripe calls at /api/webhooks/payments. Needed with the secret key.',
    ),
  STRIPE_API_URL: webAddress
    .transform(withoutLastSlash)
    .default('https://api.stripe.com')
    .describe('Where Stripe answers.'),
  PLAN_BASIC_PRICE_CENTS: wholeNumber(50)
    .default(defaultPrices.basic)
    .describe('What Basic costs a month, in cents of a dollar. A year costs 12 times as much less 20 %.'),
  PLAN_PRO_PRICE_CENTS: wholeNumber(50).default(defaultPrices.pro).describe('The same for Pro.'),
  BILLING_GRACE_DAYS: wholeNumber(0)
    .default(7)
    .describe('Days a plan goes on after a payment that did not go through.'),
  INVOICE_FROM: z
    .string()
    .default(productName)
    .transform(lines => lines.split('|').map(line => line.trim()))
    .describe('Who issues invoices, its lines separated by |: name, address, tax number.'),
  NODE_ENV: z
    .string()
    .optional()
    .describe(
      'Where it is production, the built-in test payments do not start unless PAYMENTS asks for them.',
    ),
  ADSENSE_PUBLISHER_ID: z
    .string()
    .regex(/^ca-pub-\d{10,20}$/, 'must be like ca-pub-1234567890123456')
    .optional()
    .describe(
      'Advertising by Google AdSense, for those who agree to it. Without it the panels show our own promotion and nothing is loaded from anywhere else.',
    ),
  ADSENSE_UNIT_LEFT: adUnit.describe('The ad unit of the left panel: its number, as AdSense shows it.'),
  ADSENSE_UNIT_RIGHT: adUnit.describe('The ad unit of the right panel.'),
  ADSENSE_UNIT_WAIT: adUnit.describe('The ad unit of the wait screen.'),
  AD_MODE: z
    .enum(adModes)
    .default('free-users')
    .describe(
      'Who sees advertising: free-users (visitors and Free), all, or non-authenticated (visitors only). Basic and Pro never do.',
    ),
  IMPRESSIONS_PER_MINUTE: wholeNumber(1)
    .default(30)
    .describe('Advertisements that may be reported as seen from one network address.'),
  IMPRESSIONS_KEPT_DAYS: wholeNumber(1)
    .default(usualRetention.impressionsDays)
    .describe('When records of seen advertisements are forgotten.'),
  CONTACTS_KEPT_DAYS: wholeNumber(1)
    .default(usualRetention.contactsDays)
    .describe('When messages of the contact form are forgotten.'),
  EXPIRED_KEPT_DAYS: wholeNumber(1)
    .default(usualRetention.expiredDays)
    .describe('How long the recent list shows a conversion whose files have expired.'),
  ABANDONED_UPLOAD_HOURS: wholeNumber(1)
    .default(usualRetention.abandonedUploadHours)
    .describe('When an unfinished upload is swept away.'),
  ORPHANS_KEPT_MINUTES: wholeNumber(0)
    .default(60)
    .describe(
      'How old a stored file must be, that no record knows of, to be swept away. Longer than receiving or storing one takes.',
    ),
  SWEEP_INTERVAL_SECONDS: wholeNumber(1).default(60).describe('How often workers look for expired files.'),
})
