/** What an API call is: its path, the files it takes, the options it accepts. */
import type { z } from 'zod'
import type { AppError } from '../errors.ts'
import type { FileKind, FormatId } from '../formats.ts'
import type { PlanId } from '../plans.ts'

/** Jobs of each lane have places of their own, so that a picture never waits behind an hour of film. */
export const queueClasses = ['short', 'long'] as const
export type QueueClass = (typeof queueClasses)[number]

/** What a call asks for beside its files. */
interface AskedFor {
  readonly options: Readonly<Record<string, unknown>>
  readonly password: string | undefined
  readonly plan: PlanId
}

/** With `outputFormat` as it was asked for. */
type AskedOfFiles = Omit<AskedFor, 'plan'>

export interface Operation {
  readonly path: `/api/${string}`
  /** Named in messages and in the recent list. */
  readonly label: string
  readonly fileKind: FileKind
  /** Several files become one result. */
  readonly takesMany?: boolean
  /** At most so many files, where it takes many; of a batch, for visitors and Free. */
  readonly maxFiles?: number
  /** However many files it takes, it is one conversion: they are pieces of one thing. */
  readonly countsAsOne?: boolean
  /** Several files become a result each, followed together. */
  readonly severalAs?: 'batch'
  /** Where several operations share a path: whether this one is meant. The first that is, or else the one that does not say. */
  readonly answersTo?: (fields: Readonly<Record<string, unknown>>, fileCount: number) => boolean
  /** Why files of these formats cannot be taken together, or not with these options. */
  readonly refuseFormats?: (formats: readonly FormatId[], asked: AskedOfFiles) => AppError | undefined
  /** What is said when there is no file at all, where it has words of its own. */
  readonly noFile?: string
  /** Every format it takes, whatever the options; 'any' takes files of unknown kinds as well. */
  readonly inputs: readonly FormatId[] | 'any'
  /** What it takes with these options, where they narrow it. */
  readonly inputsWith?: (options: Readonly<Record<string, unknown>>) => readonly FormatId[]
  readonly outputs: readonly FormatId[]
  /** What it makes of such a file, where the file has a say in it. */
  readonly outputFor?: (from: FormatId, options: Readonly<Record<string, unknown>>) => FormatId
  /** A call that holds answers the result itself as `text`, beside where it can be fetched. */
  readonly answers?: 'text'
  /** A file that has the asked format already is handed back as it is, if it is one of these. */
  readonly copiesSameFormat?: readonly FormatId[]
  /** A field named `password` is never kept with the others. */
  readonly options: z.ZodObject
  /** Options whose default follows from others. */
  readonly resolve?: (
    options: Readonly<Record<string, unknown>>,
    password: string | undefined,
  ) => Readonly<Record<string, unknown>>
  /** The option that names the output, where it is not `outputFormat`. */
  readonly formatField?: string
  /** Why these options cannot be had together, or not on this plan. */
  readonly refusal?: (asked: AskedFor) => AppError | undefined
  readonly queueClass: QueueClass
  /** From so many bytes on it belongs among the long ones all the same. */
  readonly longFromBytes?: number
  /** For visitors and Free; plans raise it (see limits.ts). */
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
