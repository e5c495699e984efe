/**
 * Packs the whole corpus under hostile names into one archive, as the compressor does, and lists the names with an
 * independent tool.
 */
import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FormatId } from '@filesmith/contract/formats'
import { compressFiles } from '@filesmith/contract/operations/compress-files'
import { buildExecutionPlan } from '@filesmith/engines/build-execution-plan'
import unrar from 'node-unrar-js'
import { isThorough } from '../../support/thorough.ts'
import type { AttackRunner } from './run-attacks.ts'

const maxContentBytes = 1024

/** Names in the archive, without folders. */
export async function packAll(
  runner: AttackRunner,
  to: FormatId,
  names: readonly string[],
): Promise<string[]> {
  const folder = join(runner.jobsFolder, `pack-${to}`)
  await mkdir(folder)
  try {
    const files = await Promise.all(
      runner.files.map(async ({ content, fileName }, index) => {
        const path = join(folder, String(index))
        // The names are the subject; contents take most of the time.
        await writeFile(path, isThorough ? content : content.subarray(0, maxContentBytes))
        return { path, name: names[index] ?? fileName, modifiedAt: new Date('2026-01-02T03:04:06Z') }
      }),
    )
    const { steps } = buildExecutionPlan({
      operation: 'compress-files',
      from: 'other',
      requested: compressFiles.parse({ compressionFormat: to, compressionLevel: 1 }),
      isAvailable: () => true,
    })
    const [step] = steps
    if (step === undefined) throw new Error('no step packs files')
    const outputPath = join(folder, `packed.${to}`)
    await runner.runtime.runStep({
      step,
      inputPath: files[0]?.path ?? '',
      files,
      outputPath,
      signal: new AbortController().signal,
      onProgress: () => {},
    })
    return to === 'rar' ? await namesByUnrar(outputPath) : await namesByBsdtar(outputPath)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function namesByBsdtar(path: string): Promise<string[]> {
  const env = { ...process.env, LANG: 'C.UTF-8' }
  const { stdout } = await promisify(execFile)('bsdtar', ['-tf', path], { env, maxBuffer: 16 * 1024 * 1024 })
  return stdout.split('\n').filter(name => name !== '' && !name.endsWith('/'))
}

async function namesByUnrar(path: string): Promise<string[]> {
  const data = Uint8Array.from(await readFile(path)).buffer
  const extractor = await unrar.createExtractorFromData({ data })
  return [...extractor.getFileList().fileHeaders]
    .filter(({ flags }) => !flags.directory)
    .map(({ name }) => name)
}
