/** Engine interfaces: settings, and the steps that a started engine runs on files. */
import type { FormatId } from '@filesmith/contract/formats'
import type { LanguageId } from '@filesmith/contract/languages'
import type { SandboxKind } from '@filesmith/contract/schemas/admin'
import type { ExecutionStep } from '@filesmith/contract/schemas/execution-plan'
import type { MediaChange, MediaDetails } from '@filesmith/contract/schemas/media'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import type { SandboxMode } from './process/sandbox.ts'

export type EngineId =
  | 'sharp'
  | 'magick'
  | 'heif'
  | 'ffmpeg'
  | 'pdf'
  | 'pdf-tools'
  | 'drawing'
  | 'archive'
  | 'libreoffice'
  | 'ocr'
  | 'speech'
  | 'translation'
  | 'gif'
  | 'data'
  | 'markup'
  | 'books'
  | 'djvu'

/** Resource limits for one video or audio file. */
export interface MediaLimits {
  readonly maxDurationSeconds: number
  /** Of one video frame. */
  readonly maxFramePixels: number
  readonly timeoutMs: number
  /** Of all cores together. */
  readonly cpuSeconds: number
}

/** Resource limits for one PDF. */
export interface PdfLimits {
  readonly maxPages: number
  readonly timeoutMs: number
  /** Of one page: recursive content would otherwise render until the whole timeout is over (denial of service). */
  readonly pageTimeoutMs: number
}

/** Resource limits for creating one archive, or unpacking one. */
export interface ArchiveLimits {
  readonly timeoutMs: number
  /** Of all cores together. */
  readonly cpuSeconds: number
  readonly maxOutputBytes: number
  readonly unpacking: UnpackingLimits
}

/** Limits against decompression bombs. */
export interface UnpackingLimits {
  readonly maxBytes: number
  readonly maxEntries: number
  /** Unpacked bytes for each byte of the archive, from `ratioFromBytes` on. */
  readonly maxRatio: number
  readonly ratioFromBytes: number
}

/** Resource limits for recognizing the text of one file. */
export interface OcrLimits {
  readonly maxPages: number
  /** Of one page. */
  readonly pageTimeoutMs: number
}

/** Speech recognition models and their resource limits. */
export interface SpeechSettings {
  /** Model names: folders in `modelsDir`, or the bundled packages. */
  readonly englishModel: string
  readonly otherModel: string
  readonly modelsDir: string | null
  /** Concurrent transcriptions; each holds a model in memory. */
  readonly processes: number
  readonly maxMemoryBytes: number
  /** OpenAI-compatible server that transcribes instead of the local models. */
  readonly server: { readonly url: string; readonly key: string | null; readonly model: string } | null
  readonly timeoutMs: number
}

/** Sources of machine translation. */
export interface TranslationSettings {
  /** Folders `mt12` and `bergamot`, or the mt12 weights themselves; mt12 is otherwise the bundled one. Null: no local weights. */
  readonly modelsDir: string | null
  /** Cache for downloaded weights. */
  readonly downloadsDir: string | null
  /** Base URL of downloads; null disables them. */
  readonly bergamotUrl: string | null
  readonly libreTranslate: { readonly url: string; readonly key: string | null } | null
  readonly deepl: { readonly url: string; readonly key: string } | null
  readonly maxMemoryBytes: number
  readonly timeoutMs: number
}

/** Settings of all engines of a worker. */
export interface EngineSettings {
  readonly sandbox: SandboxMode
  /** Warm processes per engine, which is also its number of concurrent jobs. */
  readonly helpersPerEngine: number
  /** Further helpers of each engine, started when all are busy. */
  readonly spareHelpers: number
  readonly recycleAfterJobs: number
  readonly stepTimeoutMs: number
  /** Of one engine process. */
  readonly maxMemoryBytes: number
  readonly maxOutputBytes: number
  readonly maxPixels: number
  /** Canvas pixels times frames of an animated image. */
  readonly maxAnimationPixels: number
  readonly media: MediaLimits
  readonly pdf: PdfLimits
  readonly archive: ArchiveLimits
  readonly ocr: OcrLimits
  readonly speech: SpeechSettings
  readonly translation: TranslationSettings
  /** Starts helpers for images and documents with the worker instead of with the first file, which saves it a second. */
  readonly startsWarm: boolean
  /** Helpers without a job for this long end; null keeps them. */
  readonly helperIdleMs: number | null
  readonly disabledEngines: readonly EngineId[]
  /** Writes to the operator's log. */
  readonly warn: (message: string) => void
  /** Counts replaced helper processes for metrics. */
  readonly onHelperEnd: (end: HelperEnd) => void
}

/** `recycled` is the regular replacement after `recycleAfterJobs` jobs. */
export type HelperEnd = 'recycled' | 'killed' | 'crashed'

/** A started engine. */
export interface LiveEngine {
  runStep(run: StepRun): Promise<StepOutcome>
  /** Inspects a file without converting it; only on engines that declare formats in `inspects`. */
  inspect?(inspection: Inspection): Promise<InspectionResult>
  /** Only on the GIF engine, whose sizes cannot be estimated; null when measuring takes as much work as the step. */
  measureSize?(measurement: SizeMeasurement): Promise<MeasuredSize | null>
  /** Only on the translation engine. */
  readonly translator?: Translator
  close(): Promise<void>
}

/** A text to translate. */
export interface TextTranslation {
  readonly text: string
  readonly from: LanguageId
  readonly to: LanguageId
  readonly signal: AbortSignal
  /** Receives the translation in chunks, in order. */
  readonly onChunk: (chunk: string) => void | Promise<void>
  /** Called with each sentence that is left in the source language and marked, because no translation passed the checks. */
  readonly onUntranslated?: (sentence: string) => void
}

export interface Translator {
  /** The best route for every language pair that is available now; changes when weights arrive. */
  pairs(): readonly TranslationPair[]
  /** Returns the route that was used; null when source and target language are the same. */
  translate(translation: TextTranslation): Promise<TranslationPair | null>
  /** Undefined when the text is too short, or in an unsupported language. */
  detectLanguage(text: string, signal: AbortSignal): Promise<LanguageId | undefined>
}

export interface Progress {
  /** 0 to 100, of this step. */
  readonly percent: number
  readonly stage: string
}

/** One file to put into an archive. */
export interface PackedFile {
  readonly path: string
  /** Path inside the archive, separated by '/'. */
  readonly name: string
  readonly modifiedAt: Date
}

/** `Options` are those of the ability once the step is parsed. */
export interface StepRun<Options = unknown> {
  readonly step: ExecutionStep & { readonly options: Options }
  /** The input file; the first one of a step that takes several. */
  readonly inputPath: string
  /** All files of a step that takes several. */
  readonly files?: readonly PackedFile[]
  /** File name without its extension; names the files inside a result with several files. */
  readonly name?: string
  /** Opens a protected file, or protects the new archive. Never stored in an execution plan, logged or passed as an argument. */
  readonly password?: string
  readonly outputPath: string
  /** Refuses a file that can be read only in part. */
  readonly isStrict?: boolean
  /** Aborting it kills the engine process within a second. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** A step that is only measured; temporary files are written next to the output path. */
export type SizeMeasurement<Options = unknown> = Omit<StepRun<Options>, 'onProgress'>

export interface MeasuredSize {
  readonly bytes: number
  /** Number of frames that were encoded to determine it. */
  readonly frames: number
  /** All frames were encoded: the result will have this size. */
  readonly isExact: boolean
}

/** What a step reports besides its output file. */
export interface StepOutcome {
  readonly media?: MediaChange
  /** The actual output format where it depends on the content: several pages as images become one ZIP. */
  readonly format?: FormatId
  /** Pages of a result that has several, or files in the ZIP of its pages. */
  readonly pages?: number
  /** Notes for the user about the result, in full sentences. */
  readonly notes?: readonly string[]
  /** What of the input could not be read, in full sentences; the runtime puts them before the notes. */
  readonly warnings?: readonly string[]
  /** Additional files; the caller of the step keeps or removes them. */
  readonly parts?: readonly StepPart[]
}

export interface StepPart {
  /** Lower-case letters, digits and hyphens, with the extension. */
  readonly name: string
  readonly format: FormatId
  /** Next to the output, in the folder of the job. */
  readonly path: string
}

export interface Inspection {
  readonly format: FormatId
  readonly inputPath: string
  /** Path for a small JPEG preview, if the file has one. */
  readonly previewPath: string
  readonly signal: AbortSignal
}

export interface InspectionResult {
  /** Null for images. */
  readonly media: MediaDetails | null
  /** Of an image that can have several. */
  readonly pages?: number
  readonly hasPreview: boolean
}

export interface EngineStatus {
  readonly engine: EngineId
  readonly isAvailable: boolean
  /** Reason for the operator when unavailable. */
  readonly reason: string | null
  /** It works, and a malicious file has the rights of the worker. */
  readonly isUnsandboxed?: boolean
  /** The sandbox it runs in, if it is available. */
  readonly sandbox?: SandboxKind
}

/** The running engines of one worker. */
export interface EngineRuntime {
  readonly statuses: readonly EngineStatus[]
  /** Runs one step or throws an AppError; never leaves a partial output file. */
  runStep(run: StepRun): Promise<StepOutcome>
  /** Undefined when no engine inspects this format. */
  inspect(inspection: Inspection): Promise<InspectionResult | undefined>
  /** Null when the size cannot be measured. */
  measureSize(measurement: SizeMeasurement): Promise<MeasuredSize | null>
  /** Undefined when no translation engine is available. */
  readonly translator: Translator | undefined
  close(): Promise<void>
}
