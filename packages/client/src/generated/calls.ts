/** The calls of /api/v1, generated from the OpenAPI document by `npm run client`; do not edit. */
import type { CallSettings, Send, SentBody } from '../send.ts'

export interface ErrorReply {
  /** Machine-readable error code. */
  readonly code: string
  /** Human-readable message. */
  readonly message: string
}

export interface Account {
  readonly username: string
  /** Absent in a private instance. */
  readonly plan?: 'free' | 'basic' | 'pro' | undefined
  readonly usage: {
    readonly today: {
      readonly used: number
      /** Null means unlimited. */
      readonly remaining: number | null
      /** Null means unlimited. */
      readonly total: number | null
      readonly resetsAt: string
    }
    readonly month: {
      readonly used: number
      /** Null means unlimited. */
      readonly remaining: number | null
      /** Null means unlimited. */
      readonly total: number | null
      readonly resetsAt: string
    }
  }
  readonly key: {
    readonly name: string
    readonly prefix: string
    readonly scopes: readonly ('jobs:read' | 'jobs:write' | 'webhooks')[]
    readonly createdAt: string
    readonly lastUsedAt: string | null
    readonly expiresAt: string | null
  }
  readonly limits: {
    /** Of this key; the account has a separate limit for all its keys. */
    readonly callsPerMinute: number
    /** Further files wait in the queue. */
    readonly filesAtOnce: number
    /** How long files and results are kept. */
    readonly keptHours: number
  }
}

export interface ApiFile {
  readonly id: string
  readonly fileName: string
  readonly sizeBytes: number
  /** Detected from the content; null if unknown. */
  readonly format: string | null
  readonly expiresAt: string
}

export interface Job {
  readonly id: string
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  readonly percent: number
  /** Current stage: "import", the operation of the step, or "export". */
  readonly stage: string
  readonly tag: string | null
  readonly steps: readonly {
    readonly operation: string
    readonly status: 'waiting' | 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  }[]
  readonly results: readonly JobResult[]
  readonly error: {
    readonly code: string
    readonly message: string
    /** Index of the failed step, from 0; null outside of steps. */
    readonly step: number | null
    /** The affected file, if any. */
    readonly file: string | null
  } | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly expiresAt: string
}

export interface JobResult {
  readonly fileName: string
  readonly format: string
  readonly sizeBytes: number
  /** Download URL; needs the API key, and works while the job is kept. */
  readonly url: string
  readonly isExported: boolean
  readonly notes: readonly string[]
}

export interface NewJob {
  readonly inputs: readonly (
    | {
        /** URL of the file. Private network addresses are rejected. */
        readonly url: string
        /** Default: taken from the response or the URL. */
        readonly fileName?: string | undefined
      }
    | {
        /** From `POST /api/v1/files`. */
        readonly fileId: string
      }
  )[]
  /** Run one after another. A step converts each file, or combines all files, depending on its operation. */
  readonly steps: readonly JobStep[]
  /** One for each result, in the same order. */
  readonly exports?: readonly JobExport[] | undefined
  /** Your own reference; returned with the job and in webhooks. */
  readonly tag?: string | undefined
}

export interface JobStep {
  readonly operation:
    | 'convert-drawing'
    | 'convert-image'
    | 'convert-video'
    | 'convert-audio'
    | 'convert-pdf'
    | 'convert-document'
    | 'convert-spreadsheet'
    | 'convert-presentation'
    | 'convert-archive'
    | 'convert-mail'
    | 'convert-contacts'
    | 'convert-calendar'
    | 'convert-font'
    | 'convert-subtitles'
    | 'convert-data'
    | 'convert-markup'
    | 'convert-book'
    | 'convert-comic'
    | 'compress-files'
    | 'extract-text'
    | 'extract-video-text'
    | 'translate-document'
    | 'add-subtitles'
    | 'resize-image'
    | 'edit-image'
    | 'edit-audio'
    | 'create-gif'
    | 'create-audiobook'
    | 'create-qr-code'
    | 'create-favicons'
    | 'organize-pdf'
    | 'compress-pdf'
    | 'images-to-pdf'
    | 'protect-pdf'
    | 'unlock-pdf'
    | 'watermark-pdf'
    | 'number-pdf'
    | 'stamp-pdf'
    | 'crop-pdf'
    | 'arrange-pdf'
    | 'flatten-pdf'
    | 'repair-pdf'
    | 'edit-pdf-metadata'
    | 'grayscale-pdf'
    | 'redact-pdf'
    | 'fill-pdf'
    | 'read-pdf-form'
    | 'archive-pdf'
    | 'compare-pdfs'
  /** As described by `GET /api/v1/operations`. */
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

export interface JobExport {
  /** The result is uploaded there by PUT, for example to a presigned S3 URL. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface JobPage {
  readonly jobs: readonly Job[]
  readonly next: string | null
}

export interface Webhook {
  readonly id: string
  readonly url: string
  readonly events: readonly ('job.succeeded' | 'job.failed' | 'job.cancelled')[]
  /** Disabled after five days without a successful delivery. */
  readonly isEnabled: boolean
  readonly createdAt: string
}

export interface WebhookDelivery {
  readonly id: string
  readonly event: string
  readonly attempts: number
  readonly status: 'waiting' | 'delivered' | 'given-up'
  readonly lastStatusCode: number | null
  readonly lastError: string | null
  readonly createdAt: string
  readonly nextAttemptAt: string | null
}

export interface NewWebhook {
  readonly url: string
  readonly events?: readonly ('job.succeeded' | 'job.failed' | 'job.cancelled')[] | undefined
}

export interface CreatedWebhook {
  readonly id: string
  readonly url: string
  readonly events: readonly ('job.succeeded' | 'job.failed' | 'job.cancelled')[]
  /** Disabled after five days without a successful delivery. */
  readonly isEnabled: boolean
  readonly createdAt: string
  /** `whsec_...`, the signing secret of deliveries. Returned only once. */
  readonly secret: string
}

export interface Operation {
  readonly id:
    | 'convert-drawing'
    | 'convert-image'
    | 'convert-video'
    | 'convert-audio'
    | 'convert-pdf'
    | 'convert-document'
    | 'convert-spreadsheet'
    | 'convert-presentation'
    | 'convert-archive'
    | 'convert-mail'
    | 'convert-contacts'
    | 'convert-calendar'
    | 'convert-font'
    | 'convert-subtitles'
    | 'convert-data'
    | 'convert-markup'
    | 'convert-book'
    | 'convert-comic'
    | 'compress-files'
    | 'extract-text'
    | 'extract-video-text'
    | 'translate-document'
    | 'add-subtitles'
    | 'resize-image'
    | 'edit-image'
    | 'edit-audio'
    | 'create-gif'
    | 'create-audiobook'
    | 'create-qr-code'
    | 'create-favicons'
    | 'organize-pdf'
    | 'compress-pdf'
    | 'images-to-pdf'
    | 'protect-pdf'
    | 'unlock-pdf'
    | 'watermark-pdf'
    | 'number-pdf'
    | 'stamp-pdf'
    | 'crop-pdf'
    | 'arrange-pdf'
    | 'flatten-pdf'
    | 'repair-pdf'
    | 'edit-pdf-metadata'
    | 'grayscale-pdf'
    | 'redact-pdf'
    | 'fill-pdf'
    | 'read-pdf-form'
    | 'archive-pdf'
    | 'compare-pdfs'
  readonly label: string
  /** Whether a worker can run it now. */
  readonly isAvailable: boolean
  /** Input formats; null means any file. */
  readonly inputs: readonly string[] | null
  /** Output formats. */
  readonly outputs: readonly string[]
  /** True if all files become one result; false if each file becomes its own. */
  readonly makesOneOfMany: boolean
  /** Maximum file size on the caller's plan. */
  readonly maxFileBytes: number
  /** JSON Schema (draft 2020-12) of its options. */
  readonly options: Readonly<Record<string, unknown>>
}

export interface ConvertDrawingStep {
  readonly operation: 'convert-drawing'
  readonly options: {
    readonly outputFormat: 'pdf' | 'svg' | 'png'
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ConvertImageStep {
  readonly operation: 'convert-image'
  readonly options: {
    readonly outputFormat:
      | 'png'
      | 'jpg'
      | 'webp'
      | 'gif'
      | 'bmp'
      | 'tiff'
      | 'avif'
      | 'heic'
      | 'ico'
      | 'psd'
      | 'jxl'
      | 'qoi'
      | 'jp2'
      | 'tga'
      | 'ppm'
      | 'pgm'
      | 'pbm'
      | 'exr'
      | 'icns'
      | 'dds'
      | 'pdf'
    readonly quality?: 'high' | 'medium' | 'low' | undefined
    /** One page of a multi-page TIFF or HEIC, or one frame of an animation, from 1; 0 converts all pages. Formats without pages become numbered files in a ZIP archive. */
    readonly page?: number | string | undefined
    /** Exact quality of jpg, webp, avif, heic, jxl and pdf, instead of quality. Basic and Pro. */
    readonly qualityPercent?: number | string | undefined
    /** Lossless webp, avif and jxl, and all bits of lossless formats. Basic and Pro. */
    readonly isLossless?: boolean | 'true' | 'false' | undefined
    /** Keeps EXIF data such as camera, date and copyright, except the location. Basic and Pro. */
    readonly keepMetadata?: boolean | 'true' | 'false' | undefined
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ConvertVideoStep {
  readonly operation: 'convert-video'
  readonly options: {
    readonly outputFormat:
      | 'mp4'
      | 'mov'
      | 'avi'
      | 'webm'
      | 'mkv'
      | 'wmv'
      | 'flv'
      | 'mpeg'
      | 'ts'
      | '3gp'
      | 'ogv'
      | 'm4v'
    readonly quality?: '1080p' | '720p' | '480p' | '360p' | 'original' | undefined
    /** Constant rate factor: lower is better and larger. Not for avi, mpeg, ogv and wmv. Basic and Pro. */
    readonly crf?: number | string | undefined
    /** Frames per second. Basic and Pro. */
    readonly frameRate?: number | string | undefined
    /** h264 for mp4, mov, mkv, m4v, ts, flv and 3gp; hevc for mp4, mov, mkv, m4v and ts; vp9 for webm and mkv. Basic and Pro. */
    readonly videoCodec?: 'h264' | 'hevc' | 'vp9' | undefined
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ConvertAudioStep {
  readonly operation: 'convert-audio'
  readonly options: {
    readonly outputFormat:
      | 'mp3'
      | 'wav'
      | 'aac'
      | 'ogg'
      | 'flac'
      | 'm4a'
      | 'opus'
      | 'wma'
      | 'aiff'
      | 'ac3'
      | 'wavpack'
      | 'm4b'
      | 'm4r'
      | 'alac'
      | 'mka'
      | 'caf'
      | 'au'
      | 'mp2'
    /** In kbps; ignored for wav and flac and aiff and wavpack and alac and caf and au, which are lossless. */
    readonly quality?: '128' | '192' | '256' | '320' | undefined
    /** True extracts the audio of a video. */
    readonly isExtraction?: boolean | 'true' | 'false' | undefined
    /** Variable bitrate (VBR) of mp3 and ogg, with quality as its average. Basic and Pro. */
    readonly isVariableBitrate?: boolean | 'true' | 'false' | undefined
    /** In hertz; 96000 only for aac, m4a, m4b, m4r, mka and the lossless formats, 8000 to 22050 not for ac3, 8000 not for mp2, only 8000, 16000 and 48000 for opus. Basic and Pro. */
    readonly sampleRate?: '8000' | '16000' | '22050' | '32000' | '44100' | '48000' | '96000' | undefined
    /** Basic and Pro. */
    readonly channels?: 'mono' | 'stereo' | undefined
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ConvertPdfStep {
  readonly operation: 'convert-pdf'
  readonly options: {
    readonly outputFormat: 'docx' | 'txt' | 'html' | 'jpeg' | 'png' | 'md' | 'jpg'
    /** Quality of images; ignored for txt. */
    readonly quality?: 'high' | 'medium' | 'low' | undefined
    /** Images of Markdown: beside it in a ZIP file, inline as data URLs, or none; ignored for other outputs. Without images the result is always a plain Markdown file. */
    readonly images?: 'beside' | 'inline' | 'none' | undefined
    /** Resolution of jpeg and png in pixels per inch. Default: that of the quality. */
    readonly dpi?: number | string | undefined
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
    /** Opens a protected file; the result is not protected. Rejected for formats without passwords. Never stored in plain text, and deleted when the job is done. */
    readonly password?: string | undefined
    /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
    readonly passwords?: string | undefined
  }
}

export interface ConvertDocumentStep {
  readonly operation: 'convert-document'
  readonly options: {
    /** Several pages as png or jpg become a ZIP archive of one image per page. */
    readonly outputFormat: 'pdf' | 'docx' | 'odt' | 'txt' | 'rtf' | 'html' | 'md' | 'png' | 'jpg' | 'jpeg'
    /** Quality of png and jpg, and of the images in a PDF; ignored otherwise. */
    readonly quality?: 'high' | 'medium' | 'low' | undefined
    /** Images of Markdown: beside it in a ZIP file, inline as data URLs, or none; ignored for other outputs. Without images the result is always a plain Markdown file. */
    readonly images?: 'beside' | 'inline' | 'none' | undefined
    /** Resolution of png and jpg in pixels per inch. Default: that of the quality. */
    readonly dpi?: number | string | undefined
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
    /** Opens a protected file; the result is not protected. Rejected for formats without passwords. Never stored in plain text, and deleted when the job is done. */
    readonly password?: string | undefined
    /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
    readonly passwords?: string | undefined
  }
}

export interface ConvertSpreadsheetStep {
  readonly operation: 'convert-spreadsheet'
  readonly options: {
    /** Several sheets as csv or tsv become a ZIP archive of one file per sheet. json has an object for each row, named by the first one; several sheets are one object of lists. */
    readonly outputFormat: 'pdf' | 'xlsx' | 'ods' | 'csv' | 'tsv' | 'json' | 'html' | 'md' | 'txt'
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
    /** Opens a protected file; the result is not protected. Rejected for formats without passwords. Never stored in plain text, and deleted when the job is done. */
    readonly password?: string | undefined
    /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
    readonly passwords?: string | undefined
  }
}

export interface ConvertPresentationStep {
  readonly operation: 'convert-presentation'
  readonly options: {
    /** Several slides as png or jpg become a ZIP archive of one image per slide. */
    readonly outputFormat: 'pdf' | 'pptx' | 'odp' | 'png' | 'jpg' | 'txt' | 'md' | 'jpeg'
    /** Quality of jpg and png. Default: high. */
    readonly quality?: 'high' | 'medium' | 'low' | undefined
    /** Resolution of jpg and png in pixels per inch. Default: that of the quality. */
    readonly dpi?: number | string | undefined
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
    /** Opens a protected file; the result is not protected. Rejected for formats without passwords. Never stored in plain text, and deleted when the job is done. */
    readonly password?: string | undefined
    /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
    readonly passwords?: string | undefined
  }
}

export interface ConvertArchiveStep {
  readonly operation: 'convert-archive'
  readonly options: {
    readonly outputFormat: 'zip' | '7z' | 'tar'
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
    /** Opens a protected file; the result is not protected. Rejected for formats without passwords. Never stored in plain text, and deleted when the job is done. */
    readonly password?: string | undefined
    /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
    readonly passwords?: string | undefined
  }
}

export interface ConvertMailStep {
  readonly operation: 'convert-mail'
  readonly options: {
    /** zip has the message as a page and as text, and its attachments. */
    readonly outputFormat: 'pdf' | 'html' | 'txt' | 'zip'
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ConvertContactsStep {
  readonly operation: 'convert-contacts'
  readonly options: {
    readonly outputFormat: 'csv' | 'json' | 'vcf'
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ConvertCalendarStep {
  readonly operation: 'convert-calendar'
  readonly options: {
    readonly outputFormat: 'csv' | 'json' | 'ics'
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ConvertFontStep {
  readonly operation: 'convert-font'
  readonly options: {
    readonly outputFormat: 'woff2' | 'woff' | 'ttf' | 'otf'
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ConvertSubtitlesStep {
  readonly operation: 'convert-subtitles'
  readonly options: {
    readonly outputFormat: 'srt' | 'vtt' | 'ass' | 'ssa' | 'sub' | 'mpl' | 'ttml' | 'sbv' | 'lrc' | 'txt'
    /** Milliseconds by which all subtitles appear later; negative: earlier. */
    readonly shiftMs?: number | string | undefined
    /** Frame rate of the video that the subtitles were made for; times are adapted to toFrameRate. */
    readonly fromFrameRate?: number | string | undefined
    /** Frame rate of the video that the subtitles are wanted for. */
    readonly toFrameRate?: number | string | undefined
    /** Frames per second of sub files, whose times are frames. Default: what the file says, otherwise 23.976. */
    readonly frameRate?: number | string | undefined
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ConvertDataStep {
  readonly operation: 'convert-data'
  readonly options: {
    readonly outputFormat:
      | 'csv'
      | 'tsv'
      | 'json'
      | 'jsonl'
      | 'yaml'
      | 'toml'
      | 'xml'
      | 'ini'
      | 'env'
      | 'html'
      | 'md'
      | 'parquet'
      | 'sqlite'
      | 'xlsx'
    /** Whether the first row of a csv, tsv or fwf file names the columns; auto decides by its cells. */
    readonly header?: 'auto' | 'yes' | 'no' | undefined
    /** detect makes numbers and booleans of the columns of a csv, tsv or fwf file where that loses nothing; text keeps all as text. */
    readonly types?: 'detect' | 'text' | undefined
    /** Between the cells of a csv file that is written. */
    readonly delimiter?: 'comma' | 'semicolon' | 'tab' | 'pipe' | undefined
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ConvertMarkupStep {
  readonly operation: 'convert-markup'
  readonly options: {
    readonly outputFormat: 'pdf' | 'docx' | 'odt' | 'html' | 'epub' | 'txt' | 'rst' | 'md'
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ConvertBookStep {
  readonly operation: 'convert-book'
  readonly options: {
    readonly outputFormat: 'mobi' | 'pdf' | 'docx' | 'html' | 'md' | 'txt' | 'fb2' | 'epub'
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ConvertComicStep {
  readonly operation: 'convert-comic'
  readonly options: {
    readonly outputFormat: 'pdf' | 'epub' | 'cbz'
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface CompressFilesStep {
  readonly operation: 'compress-files'
  readonly options?:
    | {
        readonly compressionFormat?: 'zip' | '7z' | 'tar' | 'rar' | undefined
        readonly compressionLevel?: number | string | undefined
        /** Default: true if a password is set. False together with a password is rejected. */
        readonly isPasswordProtected?: boolean | 'true' | 'false' | undefined
        /** Encrypts the archive. Never stored in plain text. */
        readonly password?: string | undefined
      }
    | undefined
}

export interface ExtractTextStep {
  readonly operation: 'extract-text'
  readonly options?:
    | {
        /** Format of the text. Markdown has headings, lists and tables, and is also a part of every result. */
        readonly outputFormat?: 'txt' | 'md' | undefined
        readonly options?:
          | {
              /** Keep columns, paragraphs, tables and spacing. */
              readonly preserveLayout?: boolean | undefined
              /** Deskew and clean up the image before recognition. */
              readonly enhanceAccuracy?: boolean | undefined
              /** Detect script and language. */
              readonly detectLanguage?: boolean | undefined
              /** Include the confidence of each line. */
              readonly includeConfidence?: boolean | undefined
              /** Language if it is not detected; Tesseract codes, several joined by +. */
              readonly language?: string | undefined
            }
          | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens a protected file; the result is not protected. Rejected for formats without passwords. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface ExtractVideoTextStep {
  readonly operation: 'extract-video-text'
  readonly options?:
    | {
        /** The spoken language; auto detects it. */
        readonly language?:
          | 'auto'
          | 'en'
          | 'es'
          | 'fr'
          | 'de'
          | 'it'
          | 'pt'
          | 'ru'
          | 'zh'
          | 'ja'
          | 'ko'
          | 'ar'
          | undefined
        readonly includeTimestamps?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
      }
    | undefined
}

export interface TranslateDocumentStep {
  readonly operation: 'translate-document'
  readonly options: {
    readonly sourceLanguage: 'en' | 'es' | 'fr' | 'de' | 'it' | 'pt' | 'ru' | 'zh' | 'ja' | 'ko' | 'ar' | 'hi'
    readonly targetLanguage: 'en' | 'es' | 'fr' | 'de' | 'it' | 'pt' | 'ru' | 'zh' | 'ja' | 'ko' | 'ar' | 'hi'
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
    /** Opens a protected file; the result is not protected. Rejected for formats without passwords. Never stored in plain text, and deleted when the job is done. */
    readonly password?: string | undefined
    /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
    readonly passwords?: string | undefined
  }
}

export interface AddSubtitlesStep {
  readonly operation: 'add-subtitles'
  readonly options: {
    /** In SRT format. */
    readonly subtitles: string
    /** burn renders them into the video; track adds a subtitle track and leaves the video unchanged. */
    readonly way?: 'burn' | 'track' | undefined
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
  }
}

export interface ResizeImageStep {
  readonly operation: 'resize-image'
  readonly options?:
    | {
        /** In pixels; ignored in mode percentage. */
        readonly width?: number | undefined
        /** In pixels; ignored in mode percentage. */
        readonly height?: number | undefined
        /** Without a mode: true fits the image into the size, false distorts it. Ignored with a mode. */
        readonly maintainAspectRatio?: boolean | 'true' | 'false' | undefined
        readonly mode?: 'fit' | 'exact' | 'fill' | 'percentage' | undefined
        /** For mode percentage; ignored otherwise. */
        readonly percent?: number | string | undefined
        /** For mode fill: keeps the most salient part instead of the center. Ignored otherwise. */
        readonly isSmartCrop?: boolean | 'true' | 'false' | undefined
        /** true keeps images that are already smaller; SVG has no fixed size and is drawn at the requested one. */
        readonly withoutEnlargement?: boolean | 'true' | 'false' | undefined
        readonly outputFormat?:
          | 'original'
          | 'png'
          | 'jpg'
          | 'webp'
          | 'gif'
          | 'bmp'
          | 'tiff'
          | 'avif'
          | 'heic'
          | 'ico'
          | 'psd'
          | 'jxl'
          | 'qoi'
          | 'apng'
          | 'jp2'
          | 'tga'
          | 'ppm'
          | 'pgm'
          | 'pbm'
          | 'exr'
          | 'icns'
          | 'dds'
          | undefined
        readonly quality?: 'high' | 'medium' | 'low' | undefined
        /** One page of a multi-page TIFF or HEIC, or one frame of an animation, from 1; 0 converts all pages. Formats without pages become numbered files in a ZIP archive. */
        readonly page?: number | string | undefined
        /** Maximum size of the result in kilobytes (1,000 bytes); 0 means no limit. */
        readonly maxKilobytes?: number | string | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
      }
    | undefined
}

export interface EditImageStep {
  readonly operation: 'edit-image'
  readonly options?:
    | {
        readonly outputFormat?: 'png' | 'jpg' | 'webp' | 'avif' | 'tiff' | undefined
        /** For jpg, webp and avif; ignored for png and tiff. */
        readonly quality?: number | string | undefined
        /** In percent. */
        readonly brightness?: number | string | undefined
        /** In percent. */
        readonly contrast?: number | string | undefined
        /** In percent. */
        readonly saturation?: number | string | undefined
        /** In thousandths of the longer side. */
        readonly blur?: number | string | undefined
        /** In degrees, clockwise. */
        readonly rotate?: number | string | undefined
        readonly flipHorizontal?: boolean | 'true' | 'false' | undefined
        readonly flipVertical?: boolean | 'true' | 'false' | undefined
        /** In percent of the rotated image, like the other crop values; clipped at its edge. */
        readonly cropX?: number | string | undefined
        readonly cropY?: number | string | undefined
        readonly cropWidth?: number | string | undefined
        readonly cropHeight?: number | string | undefined
        readonly filter?:
          | 'none'
          | 'grayscale'
          | 'sepia'
          | 'invert'
          | 'vintage'
          | 'duo-tone'
          | 'dramatic'
          | undefined
        /** 0 keeps the size. */
        readonly resizeWidth?: number | string | undefined
        readonly resizeHeight?: number | string | undefined
        readonly maintainAspectRatio?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
      }
    | undefined
}

export interface EditAudioStep {
  readonly operation: 'edit-audio'
  readonly options?:
    | {
        readonly outputFormat?: 'mp3' | 'wav' | 'ogg' | 'flac' | 'm4a' | 'aac' | undefined
        /** In seconds. */
        readonly trimStart?: number | string | undefined
        /** In seconds. Default: the end of the audio. */
        readonly trimEnd?: number | string | undefined
        /** 1 leaves the volume unchanged. */
        readonly volume?: number | string | undefined
        /** Normalizes loudness to -16 LUFS. */
        readonly normalize?: boolean | 'true' | 'false' | undefined
        readonly removeSilence?: boolean | 'true' | 'false' | undefined
        /** In decibels; parts that are quieter for half a second or longer are removed. Ignored without removeSilence. */
        readonly silenceThreshold?: number | string | undefined
        /** In seconds. */
        readonly fadeIn?: number | string | undefined
        /** In seconds. */
        readonly fadeOut?: number | string | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
      }
    | undefined
}

export interface CreateGifStep {
  readonly operation: 'create-gif'
  readonly options?:
    | {
        readonly fps?: number | string | undefined
        readonly width?: number | string | undefined
        readonly quality?: 'low' | 'medium' | 'high' | undefined
        /** In seconds; for videos only, rejected for several images. */
        readonly startTime?: number | string | undefined
        /** In seconds; for videos only, rejected for several images. */
        readonly duration?: number | string | undefined
        readonly outputFormat?: 'gif' | 'webp' | 'apng' | 'mp4' | undefined
        /** How many times it plays; 0 means forever. Ignored for mp4, where the player decides. */
        readonly loopCount?: number | string | undefined
        readonly isReversed?: boolean | 'true' | 'false' | undefined
        /** Shown at the bottom of every frame. */
        readonly caption?: string | undefined
        /** Duration of each image in milliseconds, separated by commas; at most one per image, rejected for videos. Default: one frame at the frame rate. */
        readonly delays?: string | undefined
        /** Maximum size of the result; 0 means no limit. */
        readonly maxKilobytes?: number | string | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
      }
    | undefined
}

export interface CreateAudiobookStep {
  readonly operation: 'create-audiobook'
  readonly options?:
    | {
        /** Default: the album of the first file, or its name. */
        readonly title?: string | undefined
        /** Default: the artist of the first file. */
        readonly author?: string | undefined
        /** In kbps. Default: AAC is copied, everything else gets 128, never more than the source has. */
        readonly bitrate?: '64' | '96' | '128' | '192' | '256' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
      }
    | undefined
}

export interface CreateQrCodeStep {
  readonly operation: 'create-qr-code'
  readonly options?:
    | {
        readonly outputFormat?: 'svg' | 'png' | undefined
        /** Width and height in pixels. */
        readonly size?: number | string | undefined
        /** Share of the code that may be damaged: L 7%, M 15%, Q 25%, H 30%. */
        readonly errorCorrection?: 'L' | 'M' | 'Q' | 'H' | undefined
        /** Quiet zone around the code, in modules; the standard requires 4. */
        readonly margin?: number | string | undefined
        readonly foreground?: string | undefined
        readonly background?: string | undefined
      }
    | undefined
}

export interface CreateFaviconsStep {
  readonly operation: 'create-favicons'
  readonly options?:
    | {
        /** Name of the website in its manifest. Default: empty. */
        readonly name?: string | undefined
        /** Behind the image on home screens, which show no transparency; also the theme color. */
        readonly background?: string | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
      }
    | undefined
}

export interface OrganizePdfStep {
  readonly operation: 'organize-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Splits every document: after a number of pages, below a size, or at its top-level bookmarks (one without bookmarks stays whole). Several documents come as one ZIP file. */
        readonly split?: 'none' | 'pages' | 'size' | 'bookmarks' | undefined
        /** Pages of each document; needs split=pages. */
        readonly splitPages?: number | string | undefined
        /** Maximum size of each document; needs split=size. */
        readonly splitMegabytes?: number | string | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface CompressPdfStep {
  readonly operation: 'compress-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** Images are reduced to 200, 150 or 96 dpi. Default: balanced. Rejected together with maxMegabytes. */
        readonly level?: 'light' | 'balanced' | 'strong' | undefined
        /** Images are reduced as little as this size allows, down to 72 dpi. */
        readonly maxMegabytes?: number | string | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface ImagesToPdfStep {
  readonly operation: 'images-to-pdf'
  readonly options?:
    | {
        /** Size of the pages; "fit" is the size of each image. */
        readonly pageSize?: 'fit' | 'a3' | 'a4' | 'a5' | 'letter' | 'legal' | undefined
        /** Of the pages; "auto" follows each image. */
        readonly orientation?: 'auto' | 'portrait' | 'landscape' | undefined
        /** Around each image, in millimeters. */
        readonly margin?: number | string | undefined
        /** Makes one PDF of each file. Several come as one ZIP file. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
      }
    | undefined
}

export interface ProtectPdfStep {
  readonly operation: 'protect-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** Allows printing. */
        readonly print?: boolean | 'true' | 'false' | undefined
        /** Allows copying text and images; screen readers always may. */
        readonly copy?: boolean | 'true' | 'false' | undefined
        /** Allows changing the content. */
        readonly change?: boolean | 'true' | 'false' | undefined
        /** Allows comments. */
        readonly annotate?: boolean | 'true' | 'false' | undefined
        /** Allows filling in forms. */
        readonly fill?: boolean | 'true' | 'false' | undefined
        /** Allows inserting, removing and rotating pages. */
        readonly assemble?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens the result (AES-256), and the files if they are protected. Further lines are passwords that open files. Without one, the result opens freely and only the permissions are limited. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface UnlockPdfStep {
  readonly operation: 'unlock-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Needed if the file asks for one. A file that opens without a password is unlocked without it. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface WatermarkPdfStep {
  readonly operation: 'watermark-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** Text of the watermark, in any script, in several lines if needed. Instead, add an image to the files. */
        readonly text?: string | undefined
        readonly position?:
          | 'top-left'
          | 'top'
          | 'top-right'
          | 'left'
          | 'center'
          | 'right'
          | 'bottom-left'
          | 'bottom'
          | 'bottom-right'
          | undefined
        /** Repeats the watermark over the whole page. */
        readonly tiled?: boolean | 'true' | 'false' | undefined
        /** In degrees, counterclockwise. */
        readonly rotation?: number | string | undefined
        /** Width of the watermark in percent of the width of the page; made smaller where it would not fit. */
        readonly size?: number | string | undefined
        /** Of a text. */
        readonly color?: string | undefined
        /** In percent. */
        readonly opacity?: number | string | undefined
        /** Above or below the content of the page. */
        readonly layer?: 'above' | 'below' | undefined
        /** Pages of the result to draw on, as in "2-, odd, last"; the others stay as they are. Default: all. */
        readonly onPages?: string | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface NumberPdfStep {
  readonly operation: 'number-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** Text at this place: {page} is the number of the page, {pages} the last number, {date} today, {file} the name of the file, {label} the label of the page. */
        readonly topLeft?: string | undefined
        /** Text at this place: {page} is the number of the page, {pages} the last number, {date} today, {file} the name of the file, {label} the label of the page. */
        readonly topCenter?: string | undefined
        /** Text at this place: {page} is the number of the page, {pages} the last number, {date} today, {file} the name of the file, {label} the label of the page. */
        readonly topRight?: string | undefined
        /** Text at this place: {page} is the number of the page, {pages} the last number, {date} today, {file} the name of the file, {label} the label of the page. */
        readonly bottomLeft?: string | undefined
        /** Text at this place: {page} is the number of the page, {pages} the last number, {date} today, {file} the name of the file, {label} the label of the page. Default: {page}, if no other place has a text. */
        readonly bottomCenter?: string | undefined
        /** Text at this place: {page} is the number of the page, {pages} the last number, {date} today, {file} the name of the file, {label} the label of the page. */
        readonly bottomRight?: string | undefined
        /** Number of the first page. */
        readonly firstNumber?: number | string | undefined
        /** Leaves the first page as it is; it still counts. */
        readonly skipFirst?: boolean | 'true' | 'false' | undefined
        /** In points. */
        readonly fontSize?: number | string | undefined
        /** Between the text and the edge of the page, in millimeters. */
        readonly margin?: number | string | undefined
        readonly color?: string | undefined
        /** Pages of the result to draw on, as in "2-, odd, last"; the others stay as they are. Default: all. */
        readonly onPages?: string | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface StampPdfStep {
  readonly operation: 'stamp-pdf'
  readonly options: {
    /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
    readonly pages?: string | undefined
    /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
    readonly separate?: boolean | 'true' | 'false' | undefined
    /** List of stamps, in JSON in a form. Each has x, y and width, and one of text, path or image: [{"text": "Approved", "x": 40, "y": 40, "width": 120, "onPages": "1"}] */
    readonly stamps:
      | readonly {
          /** Typed text. */
          readonly text?: string | undefined
          /** Drawn lines as an SVG path, in a box of pathWidth by pathHeight. */
          readonly path?: string | undefined
          readonly pathWidth?: number | string | undefined
          readonly pathHeight?: number | string | undefined
          /** Of a path, in its units. */
          readonly strokeWidth?: number | string | undefined
          /** An image among the files: 1 is the first image. */
          readonly image?: number | string | undefined
          /** With several documents: the one that it belongs to, from 1, and its pages are those of that document. Default: each of them. */
          readonly document?: number | string | undefined
          /** Pages of the result to draw on, as in "2-, odd, last"; the others stay as they are. Default: all. */
          readonly onPages?: string | undefined
          /** From the left edge of the page as it is seen. */
          readonly x: number | string
          /** From the top edge of the page as it is seen. */
          readonly y: number | string
          /** The height follows. */
          readonly width: number | string
          /** Of x, y and width; percent are of the width and height of the page. */
          readonly unit?: 'points' | 'percent' | undefined
          /** In degrees, counterclockwise, around the center. */
          readonly rotation?: number | string | undefined
          /** Of text and paths. */
          readonly color?: string | undefined
          /** In percent. */
          readonly opacity?: number | string | undefined
        }[]
      | string
    /** True refuses a file that can be read only in part, instead of converting that part with a note. */
    readonly strict?: boolean | 'true' | 'false' | undefined
    /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
    readonly password?: string | undefined
    /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
    readonly passwords?: string | undefined
  }
}

export interface CropPdfStep {
  readonly operation: 'crop-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** Cut off at the top of the page as it is seen, in millimeters. */
        readonly top?: number | string | undefined
        /** Cut off at the right, in millimeters. */
        readonly right?: number | string | undefined
        /** Cut off at the bottom, in millimeters. */
        readonly bottom?: number | string | undefined
        /** Cut off at the left, in millimeters. */
        readonly left?: number | string | undefined
        /** Width that stays, in millimeters from left; instead of right. */
        readonly width?: number | string | undefined
        /** Height that stays, in millimeters from top; instead of bottom. */
        readonly height?: number | string | undefined
        /** Removes what is cut off from the file, with attachments and document properties. Default: it is only hidden. */
        readonly remove?: boolean | 'true' | 'false' | undefined
        /** Pages of the result to crop, as in "2-, odd, last". Default: all. */
        readonly onPages?: string | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface ArrangePdfStep {
  readonly operation: 'arrange-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** Several pages on each sheet, or a booklet: sheets to print on both sides, fold and bind. */
        readonly layout?: 'grid' | 'booklet' | undefined
        /** Pages on each sheet: 1, 2, 4, 6, 9, 16. With 1, each page or image is fitted to the paper. A booklet has two on each side. */
        readonly perSheet?: number | string | undefined
        /** By rows or by columns, from the left or from the right. A booklet from the right is bound there. */
        readonly order?: 'across' | 'down' | 'across-from-right' | 'down-from-right' | undefined
        /** Size of the sheets. */
        readonly paper?: 'a3' | 'a4' | 'a5' | 'letter' | 'legal' | 'tabloid' | undefined
        /** Of the sheets; "auto" turns them so that the pages are as large as possible. */
        readonly orientation?: 'auto' | 'portrait' | 'landscape' | undefined
        /** Between pages, in millimeters. */
        readonly gap?: number | string | undefined
        /** Around the pages of a sheet, in millimeters. */
        readonly margin?: number | string | undefined
        /** Draws a thin line around each page. */
        readonly borders?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface FlattenPdfStep {
  readonly operation: 'flatten-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** Flattens comments, highlights and stamps, too. False keeps them as they are, and flattens only form fields. */
        readonly comments?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface RepairPdfStep {
  readonly operation: 'repair-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface EditPdfMetadataStep {
  readonly operation: 'edit-pdf-metadata'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** Empty removes it; without this option it stays. */
        readonly title?: string | undefined
        /** Empty removes it; without this option it stays. */
        readonly author?: string | undefined
        /** Empty removes it; without this option it stays. */
        readonly subject?: string | undefined
        /** Empty removes it; without this option it stays. */
        readonly keywords?: string | undefined
        /** Such as 2026-01-31 or 2026-01-31T12:00:00Z. Empty removes it; without this option it stays. */
        readonly created?: '' | string | undefined
        /** Such as 2026-01-31 or 2026-01-31T12:00:00Z. Empty removes it; without this option it stays. */
        readonly modified?: '' | string | undefined
        /** Removes all metadata of the file first, with XMP and the id of the document. */
        readonly clear?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface GrayscalePdfStep {
  readonly operation: 'grayscale-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface RedactPdfStep {
  readonly operation: 'redact-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** Areas to remove: a JSON list of page, x, y, width and height, in points (1/72 inch) of the page as seen, or with the unit "percent"; with several documents also of document, from 1. */
        readonly areas?:
          | readonly {
              /** With several documents: the one that it belongs to, from 1, and its pages are those of that document. Default: each of them. */
              readonly document?: number | string | undefined
              /** Page of the result, from 1. */
              readonly page: number | string
              /** From the left edge of the page as seen. */
              readonly x: number | string
              /** From the top edge of the page as seen. */
              readonly y: number | string
              readonly width: number | string
              readonly height: number | string
              /** Of x, y, width and height; percent are of the width and height of the page. */
              readonly unit?: 'points' | 'percent' | undefined
            }[]
          | undefined
        /** Words or phrases to remove wherever they occur: a JSON list, or one per line. */
        readonly words?: readonly string[] | undefined
        /** Kinds of text to remove: email addresses, phone numbers, IBANs and card numbers (the last two with valid check digits). */
        readonly patterns?: readonly ('email' | 'phone' | 'iban' | 'card')[] | undefined
        /** Upper and lower case must match. */
        readonly matchCase?: boolean | 'true' | 'false' | undefined
        /** Leaves words that only contain a listed word. */
        readonly wholeWords?: boolean | 'true' | 'false' | undefined
        /** Removes layers that are not shown when the document is opened. */
        readonly removeHiddenLayers?: boolean | 'true' | 'false' | undefined
        /** Removes all comments and other annotations, but not links and form fields. */
        readonly removeComments?: boolean | 'true' | 'false' | undefined
        /** Empties all form fields; the fields stay. */
        readonly removeFieldValues?: boolean | 'true' | 'false' | undefined
        /** Color of the boxes. */
        readonly color?: string | undefined
        /** Text on the boxes; none by default. */
        readonly label?: string | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface FillPdfStep {
  readonly operation: 'fill-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Values by the names of the fields, in JSON: {"name": "Ada", "member": true, "size": "M", "days": ["Mon", "Tue"]}. Check boxes take true, false or their export value, groups of radio buttons an export value, null empties a field. They prevail over an FDF file among the files. */
        readonly values?:
          | Readonly<Record<string, string | number | boolean | null | readonly string[]>>
          | string
          | undefined
        /** Makes the fields part of the pages, so that they can no longer be changed. */
        readonly flatten?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens a protected file; the result is not protected. Rejected for formats without passwords. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface ReadPdfFormStep {
  readonly operation: 'read-pdf-form'
  readonly options?:
    | {
        /** JSON lists every field with type, value, choices, flags and places on the pages; FDF holds names and values only. */
        readonly outputFormat?: 'json' | 'fdf' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens a protected file; the result is not protected. Rejected for formats without passwords. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface ArchivePdfStep {
  readonly operation: 'archive-pdf'
  readonly options?:
    | {
        /** Pages to take, in this order: "1-5, 8, odd, last". "2:1-3" are pages of the second file, "4@90" is rotated clockwise, "blank" is an empty page, and ";" begins another document. Default: all pages of all files. */
        readonly pages?: string | undefined
        /** Each file becomes a separate document of the listed pages. Several documents come as one ZIP file; files that cannot be read are named in the notes of the result. */
        readonly separate?: boolean | 'true' | 'false' | undefined
        /** Returns the best possible file, not labeled as PDF/A, where PDF/A-2b is not possible. Without it, such a file is refused. */
        readonly partial?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface ComparePdfsStep {
  readonly operation: 'compare-pdfs'
  readonly options?:
    | {
        /** The old and the new document as two lists of pages with ";" between them, as in "1:1-5; 2:all". Default: all pages of the first file, and all of the second. */
        readonly pages?: string | undefined
        /** A report with the pages side by side, with differences.json as a part of the result, or only the list of differences. */
        readonly outputFormat?: 'pdf' | 'json' | undefined
        /** The report shows pages without differences, too. */
        readonly allPages?: boolean | 'true' | 'false' | undefined
        /** True refuses a file that can be read only in part, instead of converting that part with a note. */
        readonly strict?: boolean | 'true' | 'false' | undefined
        /** Opens protected files; the result is not protected. For files with different passwords one per line, in any order. Never stored in plain text, and deleted when the job is done. */
        readonly password?: string | undefined
        /** Passwords of several files: line 1 opens the first file, line 2 the second; an empty line is a file without its own. Never stored in plain text, and deleted when the job is done. */
        readonly passwords?: string | undefined
      }
    | undefined
}

export interface ListOperationsReply {
  readonly operations: readonly Operation[]
}

/** Create a job */
export function createJob(send: Send, body: NewJob, settings: CallSettings = {}): Promise<Job> {
  return send({ method: 'POST', path: '/api/v1/jobs', json: body, answers: 'json', ...settings })
}

/** Create a webhook */
export function createWebhook(
  send: Send,
  body: NewWebhook,
  settings: CallSettings = {},
): Promise<CreatedWebhook> {
  return send({ method: 'POST', path: '/api/v1/webhooks', json: body, answers: 'json', ...settings })
}

/** Delete a file */
export function deleteFile(send: Send, id: string, settings: CallSettings = {}): Promise<void> {
  return send({
    method: 'DELETE',
    path: `/api/v1/files/${encodeURIComponent(id)}`,
    answers: 'nothing',
    ...settings,
  })
}

/** Cancel a job, or delete a finished one */
export function deleteJob(send: Send, id: string, settings: CallSettings = {}): Promise<void> {
  return send({
    method: 'DELETE',
    path: `/api/v1/jobs/${encodeURIComponent(id)}`,
    answers: 'nothing',
    ...settings,
  })
}

/** Delete a webhook */
export function deleteWebhook(send: Send, id: string, settings: CallSettings = {}): Promise<void> {
  return send({
    method: 'DELETE',
    path: `/api/v1/webhooks/${encodeURIComponent(id)}`,
    answers: 'nothing',
    ...settings,
  })
}

/** Stream the progress of a job as server-sent events */
export function followJob(send: Send, id: string, settings: CallSettings = {}): Promise<Response> {
  return send({
    method: 'GET',
    path: `/api/v1/jobs/${encodeURIComponent(id)}/events`,
    answers: 'response',
    ...settings,
  })
}

/** Get account */
export function getAccount(send: Send, settings: CallSettings = {}): Promise<Account> {
  return send({ method: 'GET', path: '/api/v1/account', answers: 'json', ...settings })
}

/** Get a file */
export function getFile(send: Send, id: string, settings: CallSettings = {}): Promise<ApiFile> {
  return send({
    method: 'GET',
    path: `/api/v1/files/${encodeURIComponent(id)}`,
    answers: 'json',
    ...settings,
  })
}

/** Get a job */
export function getJob(
  send: Send,
  id: string,
  options: {
    readonly wait?: number | undefined
  } = {},
  settings: CallSettings = {},
): Promise<Job> {
  return send({
    method: 'GET',
    path: `/api/v1/jobs/${encodeURIComponent(id)}`,
    query: options,
    answers: 'json',
    ...settings,
  })
}

/** Download a result of a job */
export function getJobResult(
  send: Send,
  id: string,
  index: number,
  settings: CallSettings = {},
): Promise<Response> {
  return send({
    method: 'GET',
    path: `/api/v1/jobs/${encodeURIComponent(id)}/results/${encodeURIComponent(index)}`,
    answers: 'response',
    ...settings,
  })
}

/** Get a webhook */
export function getWebhook(send: Send, id: string, settings: CallSettings = {}): Promise<Webhook> {
  return send({
    method: 'GET',
    path: `/api/v1/webhooks/${encodeURIComponent(id)}`,
    answers: 'json',
    ...settings,
  })
}

/** List jobs */
export function listJobs(
  send: Send,
  options: {
    readonly status?: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | undefined
    readonly after?: string | undefined
    readonly limit?: number | undefined
  } = {},
  settings: CallSettings = {},
): Promise<JobPage> {
  return send({ method: 'GET', path: '/api/v1/jobs', query: options, answers: 'json', ...settings })
}

/** List operations */
export function listOperations(send: Send, settings: CallSettings = {}): Promise<ListOperationsReply> {
  return send({ method: 'GET', path: '/api/v1/operations', answers: 'json', ...settings })
}

/** List deliveries of a webhook */
export function listWebhookDeliveries(
  send: Send,
  id: string,
  settings: CallSettings = {},
): Promise<readonly WebhookDelivery[]> {
  return send({
    method: 'GET',
    path: `/api/v1/webhooks/${encodeURIComponent(id)}/deliveries`,
    answers: 'json',
    ...settings,
  })
}

/** List webhooks */
export function listWebhooks(send: Send, settings: CallSettings = {}): Promise<readonly Webhook[]> {
  return send({ method: 'GET', path: '/api/v1/webhooks', answers: 'json', ...settings })
}

/** Upload a file */
export function sendFile(
  send: Send,
  body: SentBody,
  options: {
    readonly fileName?: string | undefined
  } = {},
  settings: CallSettings = {},
): Promise<ApiFile> {
  return send({ method: 'POST', path: '/api/v1/files', body, query: options, answers: 'json', ...settings })
}

/** Send a test event */
export function testWebhook(send: Send, id: string, settings: CallSettings = {}): Promise<void> {
  return send({
    method: 'POST',
    path: `/api/v1/webhooks/${encodeURIComponent(id)}/test`,
    answers: 'nothing',
    ...settings,
  })
}
