/**
 * Size and CPU time of every archive format against the 7-Zip command line on the same files, and one file over 4
 * GB.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { EngineRuntime, PackedFile } from '../packages/engines/src/engine.ts'
import { createEngineRuntime } from '../packages/engines/src/runtime.ts'
import type { Bench, BenchRow } from './bench.ts'
import { archiveFiles } from './support/archive-files.ts'
import { cpuSecondsOf } from './support/cpu-time.ts'

const megabyte = 1024 * 1024
const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const formats = ['zip', '7z', 'tar', 'rar'] as const
type Format = (typeof formats)[number]

export const bench: Bench = {
  name: 'archives',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'filesmith-bench-'))
    // The init process of the sandbox does not pass on the CPU time of its children, so the sandbox is off here.
    const engines = await createEngineRuntime({
      sandbox: 'off',
      disabledEngines: ['sharp', 'magick', 'ffmpeg'],
    })
    try {
      await mkdir(join(folder, 'in'))
      const files: PackedFile[] = []
      for (const [name, bytes] of archiveFiles()) {
        const path = join(folder, 'in', name)
        await writeFile(path, bytes)
        files.push({ path, name, modifiedAt: (await stat(path)).mtime })
      }
      const rows: BenchRow[] = []
      for (const level of levels)
        for (const format of formats) rows.push(...(await measure(engines, folder, files, format, level)))
      return [...rows, ...(await measureBeyond4Gb(engines, folder))]
    } finally {
      await engines.close()
      await rm(folder, { recursive: true })
    }
  },
}

async function measure(
  engines: EngineRuntime,
  folder: string,
  files: readonly PackedFile[],
  format: Format,
  level: number,
): Promise<BenchRow[]> {
  const outputPath = join(folder, `ours.${format}`)
  const sevenZipPath = join(folder, `own.${format}`)
  const seconds = await cpuSecondsOf(() => packStep(engines, files, format, level, outputPath))
  const { size } = await stat(outputPath)
  await rm(outputPath)
  const what = `${format}, level ${level}`
  const rows = [
    { what: `${what}: size`, value: size / megabyte, unit: 'MB' },
    { what: `${what}: CPU time`, value: seconds, unit: 's' },
  ]
  // 7-Zip does not write RAR; compare with the other formats at the same level.
  if (format === 'rar' || format === 'tar') return rows
  const sevenZipSeconds = await cpuSecondsOf(() => runSevenZip(folder, sevenZipPath, format, level))
  const sevenZip = await stat(sevenZipPath)
  await rm(sevenZipPath)
  const ratio = size / sevenZip.size
  return [
    ...rows,
    { what: `${what}: 7-Zip command line, CPU time`, value: sevenZipSeconds, unit: 's' },
    {
      what: `${what}: size against 7-Zip command line`,
      value: ratio,
      unit: 'x',
      goal: 'at most 1.02',
      isMet: ratio <= 1.02,
    },
  ]
}

async function packStep(
  engines: EngineRuntime,
  files: readonly PackedFile[],
  format: Format,
  level: number,
  outputPath: string,
): Promise<void> {
  await engines.runStep({
    step: { ability: 'archive/pack', from: 'txt', to: format, options: { level } },
    inputPath: '',
    files,
    outputPath,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
}

async function runSevenZip(folder: string, path: string, format: Format, level: number): Promise<void> {
  await promisify(execFile)('7zz', ['a', `-t${format}`, `-mx=${level}`, path, `${join(folder, 'in')}/*`])
}

const beyond4Gb = 4.5 * 1024 * megabyte

/** Exercises 64-bit sizes in the headers and match offsets that wrap within one file. */
async function measureBeyond4Gb(engines: EngineRuntime, folder: string): Promise<BenchRow[]> {
  const path = join(folder, 'sparse')
  const handle = await open(path, 'w')
  await handle.write('begin', 0)
  await handle.write('the end', beyond4Gb - 7)
  await handle.close()
  const outputPath = join(folder, 'large.rar')
  const files = [{ path, name: 'sparse', modifiedAt: new Date() }]
  const seconds = await cpuSecondsOf(() => packStep(engines, files, 'rar', 1, outputPath))
  const unpacked = await extract(outputPath)
  const isSame = unpacked.byteCount === beyond4Gb && unpacked.end === 'the end'
  return [
    { what: 'rar of a 4.5 GB file: CPU time', value: seconds, unit: 's' },
    {
      what: 'rar of a 4.5 GB file: extracted by bsdtar',
      value: unpacked.byteCount / megabyte / 1024,
      unit: 'GB',
      goal: 'exactly 4.5, including the last bytes',
      isMet: isSame,
    },
  ]
}

async function extract(path: string): Promise<{ byteCount: number; end: string }> {
  const child = spawn('/usr/bin/bsdtar', ['-xOf', path], { stdio: ['ignore', 'pipe', 'inherit'] })
  let byteCount = 0
  let tail = Buffer.alloc(0)
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    byteCount += chunk.length
    tail = Buffer.concat([tail, chunk.subarray(-16)]).subarray(-16)
  }
  return { byteCount, end: tail.subarray(-7).toString() }
}
