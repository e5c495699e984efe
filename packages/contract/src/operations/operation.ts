/** What an API call is: its path, the files it takes, the options it accepts. */
import type { z } from 'zod'
import type { FileKind, FormatId } from '../formats.ts'

/** Jobs of each lane have places of their own, so that a picture never waits behind an hour of film. */
export const lanes = ['short', 'long'] as const
export type Lane = (typeof lanes)[number]

export interface Operation {
  readonly path: `/api/${string}`
  /** Named in messages and in the recent list. */
  readonly label: string
  readonly fileKind: FileKind
  /** Every format it takes, whatever the options. */
  readonly inputs: readonly FormatId[]
  /** What it takes with these options, where they narrow it. */
  readonly inputsWith?: (options: Readonly<Record<string, unknown>>) => readonly FormatId[]
  readonly outputs: readonly FormatId[]
  readonly options: z.ZodObject<{ outputFormat: z.ZodType<FormatId>; quality: z.ZodType<string> }>
  readonly lane: Lane
  /** For visitors and Free; plans raise it (see limits.ts). */
  readonly maxBytes: number
}

export function defineOperation<const Definition extends Operation>(definition: Definition): Definition {
  return definition
}
