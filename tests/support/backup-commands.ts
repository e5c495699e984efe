/** Runs `npm run backup` and `npm run restore` as child processes, and rewrites backup archives to simulate tampering. */
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tarEnd, tarFile } from '../../packages/server/src/backup/make-backup.ts'
import * as layout from '../../packages/server/src/backup/manifest.ts'
import { readTar } from '../../packages/server/src/backup/read-tar.ts'
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

/** The environment that makes a command use the same installation. */
export function installationEnv({ DATA_DIR, DATABASE_URL }: Settings): Record<string, string> {
  return { DATA_DIR, DATABASE_URL: DATABASE_URL ?? '' }
}

export interface PackedFile {
  readonly name: string
  readonly content: Buffer
}

export async function unpack(path: string): Promise<PackedFile[]> {
  const files: PackedFile[] = []
  for await (const { name, content } of readTar(createReadStream(path) as AsyncIterable<Buffer>)) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk)
    files.push({ name, content: Buffer.concat(chunks) })
  }
  return files
}

export async function pack(path: string, files: readonly PackedFile[]): Promise<void> {
  const chunks: Uint8Array[] = []
  for (const { name, content } of files)
    for await (const chunk of tarFile({
      name,
      sizeBytes: content.length,
      content: [content],
      modifiedAtMs: 0,
    }))
      chunks.push(chunk)
  await writeFile(path, Buffer.concat([...chunks, tarEnd]))
}

/** Writes a copy of the backup with a changed manifest and a valid checksum. */
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
