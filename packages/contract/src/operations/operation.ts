/** Definition of an API operation: its path, the files and the options it accepts. */
import type { z } from 'zod'
import type { AppError } from '../errors.ts'
import type { FileKind, FormatId } from '../formats.ts'
import type { PlanId } from '../plans.ts'

/** Each queue class has its own worker slots, so that an image never waits behind an hour of video. */
export const queueClasses = ['short', 'long'] as const
export type QueueClass = (typeof queueClasses)[number]

/** Options of a request. */
interface RequestedOptions {
  readonly options: Readonly<Record<string, unknown>>
  readonly password: string | undefined
  readonly plan: PlanId
}

/** With `outputFormat` as requested. */
type RequestedFileOptions = Omit<RequestedOptions, 'plan'>

export interface Operation {
  readonly path: `/api/${string}`
  /** Shown in messages and in the list of recent conversions. */
  readonly label: string
  readonly fileKind: FileKind
  /** Several files become one result. */
  readonly takesMany?: boolean
  /** Maximum number of files if it takes many; of a batch, for visitors and Free. */
  readonly maxFiles?: number
  /** Several files count as one conversion, because they are parts of one result. */
  readonly countsAsOne?: boolean
  /** Each of several files becomes its own result; they are tracked as one batch. */
  readonly severalAs?: 'batch'
  /** If several operations share a path: whether the request is for this one. The first match wins, else the one without this. */
  readonly answersTo?: (fields: Readonly<Record<string, unknown>>, fileCount: number) => boolean
  /** Error if files of these formats cannot be combined, or not with these options. */
  readonly refuseFormats?: (formats: readonly FormatId[], asked: RequestedFileOptions) => AppError | undefined
  /** Error message for a request without files, if not the default. */
  readonly noFile?: string
  /** Every accepted format, whatever the options; 'any' includes unknown formats. */
  readonly inputs: readonly FormatId[] | 'any'
  /** Accepted formats with these options, if they restrict them. */
  readonly inputsWith?: (options: Readonly<Record<string, unknown>>) => readonly FormatId[]
  readonly outputs: readonly FormatId[]
  /** Output format, if it depends on the input. */
  readonly outputFor?: (from: FormatId, options: Readonly<Record<string, unknown>>) => FormatId
  /** A synchronous request returns the result itself as `text`, besides its download URL. */
  readonly answers?: 'text'
  /** Formats for which a file that already has the requested format is returned unchanged. */
  readonly copiesSameFormat?: readonly FormatId[]
  /** A field named `password` is never stored with the others. */
  readonly options: z.ZodObject
  /** Resolves options whose default depends on others. */
  readonly resolve?: (
    options: Readonly<Record<string, unknown>>,
    password: string | undefined,
  ) => Readonly<Record<string, unknown>>
  /** The option that names the output format, if not `outputFormat`. */
  readonly formatField?: string
  /** Error if these options cannot be combined, or are not included in the plan. */
  readonly refusal?: (asked: RequestedOptions) => AppError | undefined
  readonly queueClass: QueueClass
  /** Files of at least this size use the queue class `long`. */
  readonly longFromBytes?: number
  /** For visitors and Free; paid plans have higher limits (see limits.ts). */
  readonly maxBytes: number
}

export function defineOperation<const Definition extends Operation>(definition: Definition): Definition {
  return definition
}

export function queueClassFor(
  { queueClass, longFromBytes = Infinity }: Operation,
  sizeBytes: number,
): QueueClass {
  return sizeBytes >= longFromBytes ? 'long' : queueClass
}
