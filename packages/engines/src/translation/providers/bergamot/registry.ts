/**
 * The registry of downloadable models as published by Mozilla: JSON with a row per pair and its files (`model`, `lex`, and
 * `vocab` or `srcvocab` and `trgvocab`) with name, size and SHA-256 of the unpacked file. A file is at its `url`, or
 * next to the registry at `<pair>/<name>`, compressed by gzip if the URL ends in `.gz`.
 */
import { z } from 'zod'
import type { LanguagePair } from '../../sentence-translator.ts'
import { modelFilesAmong, pairOfName } from './model-files.ts'

export interface RemoteFile {
  readonly name: string
  readonly url: string
  readonly bytes: number
  readonly sha256: string
}

export interface RemoteModel extends LanguagePair {
  /** Name of its folder. */
  readonly name: string
  readonly files: readonly RemoteFile[]
  readonly bytes: number
}

/** Models have about 20 MB, the largest 60. */
const maxFileBytes = 200 * 1024 * 1024
const sha256 = z.string().regex(/^[0-9a-f]{64}$/i)

const fileSchema = z
  .object({
    name: z.string().regex(/^[\w][\w.-]*$/),
    size: z.number().int().positive().max(maxFileBytes),
    expectedSha256Hash: sha256.optional(),
    sha256: sha256.optional(),
    url: z.string().optional(),
  })
  .transform(({ expectedSha256Hash, ...file }, context) => {
    const sha256 = file.sha256 ?? expectedSha256Hash
    if (sha256 !== undefined) return { ...file, sha256 }
    context.addIssue('a file needs its sha256')
    return z.NEVER
  })

/** Other file types and unknown pairs are ignored. */
const neededKinds = ['model', 'lex', 'vocab', 'srcvocab', 'trgvocab']

/** Throws if the registry is malformed; skips malformed rows. */
export function readRegistry(json: unknown, registryUrl: string): RemoteModel[] {
  const rows = z.record(z.string(), z.record(z.string(), z.unknown())).parse(json)
  return Object.entries(rows).flatMap(([name, row]) => {
    const pair = pairOfName(name)
    const entries = neededKinds.filter(kind => kind in row).map(kind => fileSchema.safeParse(row[kind]))
    if (pair === undefined || entries.some(entry => !entry.success)) return []
    const files = entries.flatMap(({ data }) => (data ? [remoteFile(data, name, registryUrl)] : []))
    const isComplete = modelFilesAmong(
      '',
      files.map(file => file.name),
    )
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    return isComplete ? [{ ...pair, name, files, bytes }] : []
  })
}

function remoteFile(file: z.infer<typeof fileSchema>, pair: string, registryUrl: string): RemoteFile {
  return {
    name: file.name,
    url: new URL(file.url ?? `${pair}/${file.name}`, registryUrl).href,
    bytes: file.size,
    sha256: file.sha256.toLowerCase(),
  }
}
