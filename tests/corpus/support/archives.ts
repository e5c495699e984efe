/** Creates archives on a real, sandboxed runtime and unpacks them with independent programs. */
import { execFile } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { FormatId } from '@filesmith/contract/formats'
import type { EngineRuntime, EngineSettings, Progress, StepOutcome } from '@filesmith/engines/engine'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import unrar from 'node-unrar-js'
import { sandboxUnderTest } from '../../support/sandbox-under-test.ts'

/** A file to pack; a name that ends with '/' is an empty folder. */
export interface Sample {
  readonly name: string
  readonly bytes: Uint8Array
  readonly modifiedAt: Date
}

export interface Packing {
  readonly samples: readonly Sample[]
  readonly to: FormatId
  readonly level?: number
  readonly password?: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export interface Packer {
  readonly runtime: EngineRuntime
  readonly folder: string
  /** Path of the archive. */
  pack(packing: Packing): Promise<string>
  packFiles(
    files: readonly { path: string; name: string; modifiedAt: Date }[],
    packing: Omit<Packing, 'samples'>,
  ): Promise<{ path: string; outcome: StepOutcome }>
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

export async function startPacker(settings: Partial<EngineSettings> = {}): Promise<Packer> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-archives-'))
  const runtime = await createEngineRuntime({
    sandbox: sandboxUnderTest,
    disabledEngines: ['sharp', 'magick', 'ffmpeg'],
    ...settings,
  })
  let count = 0

  const packFiles: Packer['packFiles'] = async (files, { to, level = 5, password, signal, onProgress }) => {
    count += 1
    // One folder per archive: unar treats numbered archives as volumes of one.
    const outputFolder = join(folder, `${count}-output`)
    await mkdir(outputFolder)
    const path = join(outputFolder, `archive.${to}`)
    const outcome = await runtime.runStep({
      step: { ability: 'archive/pack', from: 'txt', to, options: { level } },
      inputPath: files[0]?.path ?? '',
      files,
      ...(password === undefined ? {} : { password }),
      outputPath: path,
      signal: signal ?? new AbortController().signal,
      onProgress: onProgress ?? (() => {}),
    })
    return { path, outcome }
  }

  return {
    runtime,
    folder,
    packFiles,
    async pack({ samples, ...packing }) {
      count += 1
      const number = count
      const files = await Promise.all(
        samples.map(async ({ name, bytes, modifiedAt }, index) => {
          const path = join(folder, `${number}-${index}-input`)
          await writeFile(path, bytes)
          return { path, name, modifiedAt }
        }),
      )
      return (await packFiles(files, packing)).path
    },
    leftovers: async () =>
      (await readdir(folder, { recursive: true })).filter(
        name => !/^(\d+-\d+-input|\d+-output(\/archive\.\w+)?)$/.test(name),
      ),
    async close() {
      await runtime.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** An entry read from an archive. */
export interface Unpacked {
  readonly bytes: Buffer | null
  readonly modifiedAtMs: number
}

export type Unpacker = (path: string, password?: string) => Promise<Map<string, Unpacked>>

/** The reference implementation by the authors of WinRAR. */
export const unpackWithUnrar: Unpacker = async (path, password) => {
  const data = Uint8Array.from(await readFile(path)).buffer
  const extractor = await unrar.createExtractorFromData({ data, ...(password ? { password } : {}) })
  const unpacked = new Map<string, Unpacked>()
  for (const { fileHeader, extraction } of extractor.extract().files)
    unpacked.set(fileHeader.name, {
      bytes: fileHeader.flags.directory ? null : Buffer.from(extraction ?? []),
      modifiedAtMs: Date.parse(`${fileHeader.time}Z`),
    })
  return unpacked
}

export const unpackWithUnar: Unpacker = (path, password) =>
  unpackBy('unar', folder => [
    ...['-quiet', '-no-directory', '-output-directory', folder],
    ...(password === undefined ? [] : ['-password', password]),
    path,
  ])

export const unpackWithBsdtar: Unpacker = (path, password) =>
  unpackBy('bsdtar', folder => [
    ...['-xf', path, '-C', folder],
    ...(password === undefined ? [] : ['--passphrase', password]),
  ])

/** GNU tar, which decompresses with gzip. */
export const unpackWithTar: Unpacker = path => unpackBy('tar', folder => ['-xzf', path, '-C', folder])

export const unpackWithSevenZip: Unpacker = (path, password = '') =>
  unpackBy('7zz', folder => ['x', '-y', `-o${folder}`, `-p${password}`, path])

async function unpackBy(
  program: string,
  args: (folder: string) => readonly string[],
): Promise<Map<string, Unpacked>> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-unpacked-'))
  try {
    await promisify(execFile)(program, args(folder), { env: { ...process.env, LANG: 'C.UTF-8', TZ: 'UTC' } })
    return await readTree(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function readTree(folder: string): Promise<Map<string, Unpacked>> {
  const tree = new Map<string, Unpacked>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const { mtimeMs } = await lstat(path)
    const bytes = entry.isDirectory() ? null : await readFile(path)
    tree.set(relative(folder, path), { bytes, modifiedAtMs: mtimeMs })
  }
  return tree
}
