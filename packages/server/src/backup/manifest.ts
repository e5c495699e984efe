/** Layout of a backup archive and schema of its manifest. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { TableShape } from '../database/database-shape.ts'

/** Incremented when older versions could no longer read the format. */
export const formatVersion = 1

export const manifestName = 'manifest.json'
/** Written last: an archive without it is truncated. */
export const manifestChecksumName = 'manifest.json.sha256'
export const secretsName = 'secrets.json'
export const checksumsFolder = 'checksums/'
export const databaseFolder = 'database/'
export const objectsFolder = 'objects/'

export const manifestSchema = z.object({
  format: z.literal('filesmith-backup'),
  formatVersion: z.int(),
  filesmithVersion: z.string(),
  createdAt: z.iso.datetime(),
  database: z.object({
    serverVersion: z.string(),
    migrations: z.array(z.object({ hash: z.string(), createdAt: z.number() })),
    tables: z.array(
      z.object({
        schema: z.string(),
        name: z.string(),
        columns: z.array(z.string()),
        rows: z.int(),
        sizeBytes: z.int(),
      }),
    ),
  }),
  objects: z.object({
    storage: z.enum(['disk', 's3']),
    count: z.int(),
    sizeBytes: z.int(),
    /** Referenced by the database, but deleted before they could be read. */
    missingKeys: z.array(z.string()),
  }),
  /** Hash over all checksum lists in order. */
  checksumsSha256: z.string(),
})

export type Manifest = z.infer<typeof manifestSchema>

export function tableFolder({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string {
  return `${databaseFolder}${schema}.${name}/`
}

export function numbered(folder: string, number: number, extension: string): string {
  return `${folder}${String(number).padStart(6, '0')}${extension}`
}

/** In sha256sum format. */
export function manifestChecksum(manifest: Uint8Array): string {
  return `${createHash('sha256').update(manifest).digest('hex')}  ${manifestName}\n`
}
