/** `npm run backup` and `npm run restore` as processes of their own, and backups changed on their way. */
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import * as layout from '../../packages/server/src/backup/manifest.ts'
import { readTar } from '../../packages/server/src/backup/read-tar.ts'
import { tarEnd, tarFile } from '../../packages/server/src/backup/tar-file.ts'
import type { Settings } from '../../packages/server/src/config.ts'
import { type CommandOutcome, runServerProgram } from './run-server-program.ts'

const source = 'packages/server/src'

export function backUp(env: Record<string, string>, path: string): Promise<CommandOutcome> {
  return runServerProgram([`${source}/main-backup.ts`, path], env)
}

export function restore(
  env: Record<string, string>,
  path: string,
  ...flags: readonly string[]
): Promise<CommandOutcome> {
  return runServerProgram([`${source}/main-restore.ts`, path, ...flags], env)
}

/** What a command must be told to work on the same installation. */
export function placeOf({ DATA_DIR, DATABASE_URL }: Settings): Record<string, string> {
  return { DATA_DIR, DATABASE_URL: DATABASE_URL ?? '' }
}

export interface PackedFile {
  readonly name: string
  readonly content: Buffer
}

export async function unpack(path: string): Promise<PackedFile[]> {
  const files: PackedFile[] = []
  for await (const { name, content } of readTar(createReadStream(path) as AsyncIterable<Buffer>)) {
    const pieces: Buffer[] = []
    for await (const piece of content) pieces.push(piece)
    files.push({ name, content: Buffer.concat(pieces) })
  }
  return files
}

export async function pack(path: string, files: readonly PackedFile[]): Promise<void> {
  const pieces: Uint8Array[] = []
  for (const { name, content } of files)
    for await (const piece of tarFile({
      name,
      sizeBytes: content.length,
      content: [content],
      modifiedAtMs: 0,
    }))
      pieces.push(piece)
  await writeFile(path, Buffer.concat([...pieces, tarEnd]))
}

/** A backup that is whole and says something else of itself. */
export async function withManifest(
  from: string,
  to: string,
  change: (manifest: layout.Manifest) => unknown,
): Promise<void> {
  const files = await unpack(from)
  const manifest = files.find(({ name }) => name === layout.manifestName)
  const changed = Buffer.from(JSON.stringify(change(JSON.parse(String(manifest?.content)))))
  const contents = new Map([
    [layout.manifestName, changed],
    [layout.manifestChecksumName, Buffer.from(layout.manifestChecksum(changed))],
  ])
  await pack(
    to,
    files.map(({ name, content }) => ({ name, content: contents.get(name) ?? content })),
  )
}
