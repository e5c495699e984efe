/** Definition of an API operation: its path, the files and the options it accepts, and what follows from its options. */
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { type FileKind, type FormatId, formats } from '../formats.ts'
import type { LanguageId } from '../languages.ts'
import type { PlanId } from '../plans.ts'
import { passwordsField } from './file-passwords.ts'
import type { MarkdownImages } from './markdown-images.ts'
import { booleanField } from './option-fields.ts'
import type { passwordField } from './password-field.ts'

/** Each queue class has its own worker slots, so that an image never waits behind an hour of video. */
export const queueClasses = ['short', 'long'] as const
export type QueueClass = (typeof queueClasses)[number]

type FileRules =
  | { readonly takes: 'one-file' }
  /** Several files become one result. */
  | {
      readonly takes: 'several-files'
      readonly maxFiles: number
      /** They count as one conversion, because they are parts of one result. */
      readonly countsAsOne: boolean
    }
  /** Each of several files becomes its own result; they are tracked as one batch. */
  | {
      readonly takes: 'batch'
      /** For visitors and Free. */
      readonly freeMaxFiles: number
      /** File name of all results together. */
      readonly archiveName: string
    }

/** Whether the options alone decide on the output format, or also the input. */
type OutputRule<Options> =
  | { readonly by: 'option'; readonly format: (options: Options) => FormatId }
  | { readonly by: 'input'; readonly format: (options: Options, from: FormatId) => FormatId }

/** Options of abilities that serve several operations. */
export interface Encoding {
  readonly quality?: 'high' | 'medium' | 'low'
  /** 0 means no limit. */
  readonly maxKilobytes?: number
  /** Of an image with several pages, from 1; 0 means all. */
  readonly page?: number
  /** Exact quality of a lossy image, instead of `quality`. */
  readonly qualityPercent?: number | undefined
  readonly isLossless?: boolean | undefined
  readonly keepMetadata?: boolean | undefined
  /** Of Markdown. */
  readonly images?: MarkdownImages
  /** Of images of pages, instead of the resolution of `quality`. */
  readonly dpi?: number | undefined
}

interface Languages {
  readonly from: LanguageId
  readonly to: LanguageId
}

/** A request as its operation understands it: parsed options, and what follows from them. */
export interface Requested<Options extends object = object, StepOptions extends object = object> {
  readonly options: Options
  /** Never stored with the options. */
  readonly password: string | undefined
  /** One line for each of the files. Never stored with the options. */
  readonly passwords: string | undefined
  /** A file that can be read only in part is refused. */
  readonly isStrict: boolean
  /** Accepted formats with these options. */
  readonly inputs: readonly FormatId[] | 'any'
  /** Undefined if nothing is translated. */
  readonly languages: Languages | undefined
  /** For the ability that is dedicated to the operation, if there is one. */
  readonly stepOptions: StepOptions | undefined
  /** For the last step, if its ability is not dedicated. */
  readonly encoding: Encoding
  /** Added to the name of the file: `-edited`, or `.es` for a translation; empty if the format says it all. */
  readonly nameSuffix: string
  outputFor(from: FormatId): FormatId
  /** Error if these options cannot be combined, or are not included in the plan. */
  refusal(plan: PlanId): AppError | undefined
  /** Error if files of these formats cannot be combined, or not with these options. */
  refuseFormats(formats: readonly FormatId[]): AppError | undefined
}

export type FormatPairs = Readonly<Partial<Record<FormatId, readonly FormatId[]>>>

interface OperationBase {
  readonly path: `/api/${string}`
  /** Shown in messages and in the list of recent conversions. */
  readonly label: string
  readonly fileKind: FileKind
  /** Error message for a request without files; null for the default. */
  readonly noFile: string | null
  /** Every accepted format, whatever the options; 'any' includes unknown formats and empty files. */
  readonly inputs: readonly FormatId[] | 'any'
  readonly outputs: readonly FormatId[]
  /** Which outputs each input can have, where that is not all of them. */
  readonly pairs: FormatPairs | null
  readonly outputBy: OutputRule<never>['by']
  /** A request may send the content of its file as the field `text`. */
  readonly takesText: boolean
  /** A synchronous request also returns the result itself as `text`. */
  readonly answersText: boolean
  /** Formats for which a file that already has the requested format is returned unchanged. */
  readonly copiesSameFormat: readonly FormatId[]
  readonly options: z.ZodObject
  /** The options, `strict` and the password, as callers send them. */
  readonly fields: z.ZodObject
  /** The option that names the output format. */
  readonly formatField: string
  readonly queueClass: QueueClass
  /** Files of at least this size use the queue class `long`. */
  readonly longFromBytes: number
  /** For visitors and Free; paid plans have higher limits (see limits.ts). */
  readonly maxBytes: number
  /** Throws a ZodError; unknown fields are dropped. */
  parse(fields: object): Requested
}

export type Operation = OperationBase & FileRules

type DefaultedFields =
  | 'noFile'
  | 'pairs'
  | 'takesText'
  | 'answersText'
  | 'copiesSameFormat'
  | 'formatField'
  | 'longFromBytes'

type Definition<Schema extends z.ZodObject, StepOptions, Inputs, Outputs> = Omit<
  OperationBase,
  DefaultedFields | 'inputs' | 'outputs' | 'outputBy' | 'options' | 'fields' | 'parse'
> &
  Partial<Pick<OperationBase, DefaultedFields>> & {
    readonly inputs: Inputs
    readonly outputs: Outputs
    readonly output: OutputRule<z.output<Schema>>
    readonly options: Schema
    readonly password?: typeof passwordField
    /** Resolves options whose default depends on others. */
    readonly resolve?: (options: z.output<Schema>, password: string | undefined) => z.output<Schema>
    readonly inputsWith?: (options: z.output<Schema>) => readonly FormatId[]
    readonly languages?: (options: z.output<Schema>) => Languages
    readonly stepOptions?: (options: z.output<Schema>) => StepOptions
    readonly encoding?: (options: z.output<Schema>) => Encoding
    readonly nameSuffix?: (options: z.output<Schema>) => string
    readonly refusal?: (asked: {
      readonly options: z.output<Schema>
      readonly password: string | undefined
      readonly plan: PlanId
    }) => AppError | undefined
    readonly refuseFormats?: (
      formats: readonly FormatId[],
      asked: { readonly options: z.output<Schema>; readonly password: string | undefined },
    ) => AppError | undefined
  }

export const strictFields = {
  strict: booleanField('strict', false).describe(
    'True refuses a file that can be read only in part, instead of converting that part with a note.',
  ),
}
const strictSchema = z.object(strictFields)

export function defineOperation<
  Schema extends z.ZodObject,
  const Inputs extends readonly FormatId[] | 'any',
  const Outputs extends readonly FormatId[],
  StepOptions extends object = object,
>(definition: Definition<Schema, StepOptions, Inputs, Outputs> & FileRules) {
  const { inputs, output, resolve, inputsWith, languages, stepOptions, encoding } = definition
  // Packing does not read the content of files.
  const readsFiles = inputs !== 'any'
  const passwordFields = definition.password && z.object({ password: definition.password })
  const passwordsFields = passwordFields && readsFiles ? z.object({ passwords: passwordsField }) : undefined
  const fields: z.ZodObject = definition.options.extend({
    ...(readsFiles && strictFields),
    ...passwordFields?.shape,
    ...passwordsFields?.shape,
  })
  return {
    noFile: null,
    pairs: null,
    takesText: false,
    answersText: false,
    copiesSameFormat: [],
    formatField: 'outputFormat',
    longFromBytes: Infinity,
    ...definition,
    outputBy: output.by,
    fields,
    parse(given: object) {
      const parsed = definition.options.parse(given)
      const password = passwordFields?.parse(given).password
      const passwords = passwordsFields?.parse(given).passwords
      const isStrict = readsFiles && strictSchema.parse(given).strict
      const options = resolve ? resolve(parsed, password) : parsed
      return {
        // Stored with the options, so that a repeated conversion is strict, too.
        options: isStrict ? { ...options, strict: true } : options,
        password,
        passwords,
        isStrict,
        inputs: inputsWith?.(options) ?? inputs,
        languages: languages?.(options),
        stepOptions: stepOptions?.(options),
        encoding: encoding?.(options) ?? {},
        nameSuffix: definition.nameSuffix ? definition.nameSuffix(options) : '',
        outputFor: (from: FormatId) => output.format(options, from),
        refusal: (plan: PlanId) => definition.refusal?.({ options, password, plan }),
        refuseFormats: (formats: readonly FormatId[]) =>
          refusePair(definition.pairs, formats, from => output.format(options, from)) ??
          definition.refuseFormats?.(formats, { options, password: password || passwords?.trim() }),
      }
    },
  }
}

/** Inputs and outputs of an operation that has not every pair of them. */
export function pairsOf<
  const Pairs extends { readonly [From in FormatId]?: readonly [FormatId, ...FormatId[]] },
>(pairs: Pairs) {
  type From = Extract<keyof Pairs, FormatId>
  type To = Extract<Pairs[keyof Pairs], readonly FormatId[]>[number]
  return {
    pairs,
    inputs: Object.keys(pairs) as From[],
    outputs: [...new Set(Object.values(pairs).flat())] as [To, ...To[]],
  }
}

function refusePair(
  pairs: FormatPairs | null | undefined,
  given: readonly FormatId[],
  outputFor: (from: FormatId) => FormatId,
): AppError | undefined {
  const from = given.find(format => pairs && pairs[format]?.includes(outputFor(format)) !== true)
  if (from === undefined) return undefined
  const names = (pairs?.[from] ?? []).map(format => formats[format].label).join(', ')
  return new AppError('pair-unavailable', {
    from: formats[from].label,
    to: formats[outputFor(from)].label,
    others: names,
  })
}

export function queueClassFor({ queueClass, longFromBytes }: Operation, sizeBytes: number): QueueClass {
  return sizeBytes >= longFromBytes ? 'long' : queueClass
}
