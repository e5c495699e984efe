/** What an engine is: abilities with declared inputs, outputs and cost, and a way to run them on files. */
import type { FormatId } from '@filesmith/contract/formats'
import type { LanguageId } from '@filesmith/contract/languages'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { MediaChange, MediaDetails } from '@filesmith/contract/schemas/media'
import type { PlanStep } from '@filesmith/contract/schemas/plan'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import type { Sandbox, SandboxMode } from './process/sandbox.ts'

export type EngineId =
  | 'sharp'
  | 'magick'
  | 'ffmpeg'
  | 'pdf'
  | 'archive'
  | 'libreoffice'
  | 'ocr'
  | 'speech'
  | 'translation'
  | 'gif'

/** Declared once, as data: the planner reads it without loading the engine behind it. */
export interface Ability {
  readonly id: string
  readonly engine: EngineId
  /** None means files of any kind, also several at once. */
  readonly from: readonly FormatId[]
  readonly to: readonly FormatId[]
  /** Relative price of one run; the planner takes the cheapest path. */
  readonly cost: number
  /** Its result only feeds another step and is never handed out. */
  readonly isIntermediate?: boolean
  /** It is what this operation is about: only its routes use it, and all of them do. */
  readonly operation?: OperationId
}

/** What one film or recording may ask of the machine. */
export interface MediaLimits {
  readonly maxDurationSeconds: number
  /** Of one picture of a film. */
  readonly maxFramePixels: number
  readonly timeoutMs: number
  /** Of all cores together. */
  readonly cpuSeconds: number
}

/** What one PDF may ask of the machine. */
export interface PdfLimits {
  readonly maxPages: number
  readonly timeoutMs: number
  /** Of one page: a content that calls itself would otherwise be drawn until the whole time is over. */
  readonly pageTimeoutMs: number
}

/** What packing one archive may ask of the machine. */
export interface ArchiveLimits {
  readonly timeoutMs: number
  /** Of all cores together. */
  readonly cpuSeconds: number
  readonly maxOutputBytes: number
}

/** What reading the text of one file may ask of the machine. */
export interface OcrLimits {
  readonly maxPages: number
  /** Of one page. */
  readonly pageTimeoutMs: number
}

/** Who writes down speech, and what it may ask of the machine. */
export interface SpeechSettings {
  /** Names of models: folders of `modelsDir`, or the packages that come with the install. */
  readonly englishModel: string
  readonly otherModel: string
  readonly modelsDir: string | null
  /** Films transcribed at once; each holds a model in memory. */
  readonly processes: number
  readonly maxMemoryBytes: number
  /** An OpenAI-compatible server that does it instead. */
  readonly server: { readonly url: string; readonly key: string | null; readonly model: string } | null
  readonly timeoutMs: number
}

/** Where translations come from. */
export interface TranslationSettings {
  /** Weights put there by hand: `mt12` and `bergamot`, or those of mt12 themselves. */
  readonly modelsDir: string | null
  /** Where fetched weights are kept. */
  readonly downloadsDir: string | null
  /** Where they are fetched from; null fetches nothing. */
  readonly bergamotUrl: string | null
  readonly libreTranslate: { readonly url: string; readonly key: string | null } | null
  readonly deepl: { readonly url: string; readonly key: string } | null
  readonly maxMemoryBytes: number
  readonly timeoutMs: number
}

/** What every engine of a worker is told. */
export interface EngineSettings {
  readonly sandbox: SandboxMode
  /** Warm processes of each engine, and so jobs it runs at once. */
  readonly helpersPerEngine: number
  readonly recycleAfterJobs: number
  readonly stepTimeoutMs: number
  /** Of one engine process. */
  readonly maxMemoryBytes: number
  readonly maxOutputBytes: number
  readonly maxPixels: number
  /** Canvas pixels times frames of a moving picture. */
  readonly maxAnimationPixels: number
  readonly media: MediaLimits
  readonly pdf: PdfLimits
  readonly archive: ArchiveLimits
  readonly ocr: OcrLimits
  readonly speech: SpeechSettings
  readonly translation: TranslationSettings
  /** Helpers of documents start with the worker rather than with the first document, which then waits a second less. */
  readonly startsWarm: boolean
  readonly disabledEngines: readonly EngineId[]
  /** For the operator's log. */
  readonly warn: (message: string) => void
  /** For the operator's figures: a warm process of this engine has to be replaced. */
  readonly onHelperEnd: (end: HelperEnd) => void
}

/** `recycled`: after its share of jobs, as it should be. */
export type HelperEnd = 'recycled' | 'killed' | 'crashed'

/** One engine, loaded and ready. */
export interface LiveEngine {
  runStep(run: StepRun): Promise<StepOutcome>
  /** Looks into a file without converting it; only engines that declare formats under `inspects` have it. */
  inspect?(inspection: Inspection): Promise<InspectionResult>
  /** Only the engine whose results cannot be guessed has it; null where measuring is as much work as the step. */
  measureSize?(measurement: SizeMeasurement): Promise<MeasuredSize | null>
  /** Only the engine that translates has it. */
  readonly translator?: Translator
  close(): Promise<void>
}

/** One text to be put into another language. */
export interface TextTranslation {
  readonly text: string
  readonly from: LanguageId
  readonly to: LanguageId
  readonly signal: AbortSignal
  /** Pieces in their order; together they are the translation. */
  readonly onPiece: (piece: string) => void | Promise<void>
}

export interface Translator {
  /** The best way for every pair that can be translated now; changes when weights arrive. */
  pairs(): readonly TranslationPair[]
  /** Answers the way that was taken; null where nothing had to be translated, because the languages are the same. */
  translate(translation: TextTranslation): Promise<TranslationPair | null>
  /** Undefined when the text is too short to tell, or in none of our languages. */
  detectLanguage(text: string, signal: AbortSignal): Promise<LanguageId | undefined>
}

/** What an engine's folder offers: its abilities as data, and how to load the rest. */
export interface EngineDefinition {
  readonly id: EngineId
  readonly abilities: readonly Ability[]
  readonly inspects?: readonly FormatId[]
  /** Imported only where engines run: planning must not load native code. */
  start(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine>
}

export interface Progress {
  /** 0 to 100, of this step. */
  readonly percent: number
  readonly stage: string
}

/** One file that goes into an archive. */
export interface PackedFile {
  readonly path: string
  /** Inside the archive, with '/' between folders. */
  readonly name: string
  readonly modifiedAt: Date
}

export interface StepRun {
  readonly step: PlanStep
  /** The file itself; of a step that takes many, the first of them. */
  readonly inputPath: string
  /** Every file of a step that takes many. */
  readonly files?: readonly PackedFile[]
  /** What the file is called, without its ending: names what is inside a result of many files. */
  readonly name?: string
  /** Opens a protected file, or protects the archive to be made. Never in a plan, a log or an argument. */
  readonly password?: string
  readonly outputPath: string
  /** Aborting it kills the running engine within a second. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** A step of which only the size of its result is asked for; what is needed meanwhile lies beside the output. */
export type SizeMeasurement = Omit<StepRun, 'onProgress'>

export interface MeasuredSize {
  readonly bytes: number
  /** How many frames were made to know it. */
  readonly frames: number
}

/** What there is to tell about a step beside its file. */
export interface StepOutcome {
  readonly media?: MediaChange
  /** What was written where the file decided it: several pages as pictures become one zip. */
  readonly format?: FormatId
  /** What the user should know about a result that is there, in whole sentences. */
  readonly notes?: readonly string[]
  /** What was made beside the file; whoever runs the step keeps or removes them. */
  readonly parts?: readonly StepPart[]
}

export interface StepPart {
  /** Small letters, digits, hyphens, and its ending. */
  readonly name: string
  readonly format: FormatId
  /** Beside the output, in the job's folder. */
  readonly path: string
}

export interface Inspection {
  readonly format: FormatId
  readonly inputPath: string
  /** Where a small JPEG of it goes, if there is something to see. */
  readonly previewPath: string
  readonly signal: AbortSignal
}

export interface InspectionResult {
  readonly media: MediaDetails
  readonly hasPreview: boolean
}

export interface EngineStatus {
  readonly engine: EngineId
  readonly isAvailable: boolean
  /** Why not, in words an operator understands. */
  readonly reason: string | null
  /** It works, and a malicious file has the rights of the worker. */
  readonly isUnsandboxed?: boolean
}

/** Live engines of one worker: warm processes behind the abilities. */
export interface EngineRuntime {
  readonly statuses: readonly EngineStatus[]
  /** Turns one file into another, or throws an AppError; never leaves a half-written output. */
  runStep(run: StepRun): Promise<StepOutcome>
  /** Undefined when no engine here looks into such files. */
  inspect(inspection: Inspection): Promise<InspectionResult | undefined>
  /** Null where nobody here can tell. */
  measureSize(measurement: SizeMeasurement): Promise<MeasuredSize | null>
  /** Undefined where no engine translates. */
  readonly translator: Translator | undefined
  close(): Promise<void>
}
