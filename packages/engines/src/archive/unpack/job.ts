/** Protocol of the unpacking program: a job on standard input, progress and one failure on standard output, a list in a file. */
import { z } from 'zod'

export const unpackJobSchema = z.object({
  path: z.string(),
  format: z.string(),
  /** Name of the only file in an archive that has no names. */
  name: z.string(),
  /** The only writable folder. */
  outFolder: z.string(),
  password: z.string().exactOptional(),
  limits: z.object({
    maxBytes: z.number(),
    maxEntries: z.number(),
    maxRatio: z.number(),
    ratioFromBytes: z.number(),
  }),
})
export type UnpackJob = Readonly<z.infer<typeof unpackJobSchema>>

/** Longest path that Linux can open. Names are refused beyond it before anything reads them. */
export const maxNameBytes = 4096
/** Length of all names together, which the worker reads at once. Far more than a real tree of 50,000 files has. */
export const maxNamesBytes = 8 * 1024 * 1024

/** Entry of the archive; the content is a file in the output folder with its number as the name, null for a folder. */
export const unpackedEntrySchema = z.object({
  file: z.int().nonnegative().nullable(),
  /** As in the archive, not yet safe; separated by '/'. */
  name: z.string().max(maxNameBytes),
  modifiedAtMs: z.number(),
})
export type UnpackedEntry = Readonly<z.infer<typeof unpackedEntrySchema>>

export const unpackedListSchema = z.object({
  entries: z.array(unpackedEntrySchema),
  /** Links and devices. */
  leftOut: z.int().nonnegative(),
  /** Files that could not be read, as far as they are known. */
  unreadable: z.int().nonnegative(),
  /** Reading ended before the end of the archive. */
  isCutShort: z.boolean(),
})
export type UnpackedList = Readonly<z.infer<typeof unpackedListSchema>>

export const unpackedListName = 'list.json'
