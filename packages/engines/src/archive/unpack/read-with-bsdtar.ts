/** Reads archives with bsdtar, which turns every format into one TAR stream without writing a file. */
import { JobFailure } from '../../process/job-failure.ts'
import { createBudget } from './budget.ts'
import { entryName, FileWriter } from './file-writer.ts'
import type { UnpackedList, UnpackJob } from './job.ts'
import { readTar, type TarEntryHeader } from './read-tar.ts'
import { missingVolume, runReader } from './run-reader.ts'

export const bsdtarProgram = '/usr/bin/bsdtar'
const decompressor = '/usr/bin/bsdcat'
const encrypted = /encrypt/i

export async function readWithBsdtar(job: UnpackJob, archiveBytes: number): Promise<UnpackedList> {
  const writer = new FileWriter(job.outFolder, createBudget(job.limits, archiveBytes))
  let leftOut = 0
  let isWhole = true
  const onEntry = async ({ name, type, modifiedAtMs }: TarEntryHeader) => {
    if (type === '0') await writer.startFile(entryName(name), modifiedAtMs)
    else if (type === '5') writer.addFolder(entryName(name), modifiedAtMs)
    else leftOut += 1
  }
  const { code, stderr } = await runReader({
    program: bsdtarProgram,
    args: ['-c', '-f', '-', '--format=gnutar', `@${job.path}`],
    read: async output => {
      isWhole = await readTar(output, {
        onEntry,
        onData: bytes => writer.write(bytes),
        onEntryEnd: () => writer.endFile(),
      })
    },
  })
  const unreadable = (await writer.dropFile()) ? 1 : 0
  if (encrypted.test(stderr)) throw new JobFailure('file-encrypted')
  const isCutShort = !isWhole || code !== 0
  if (isCutShort && missingVolume.test(stderr)) throw new JobFailure('archive-split')
  if (isCutShort && writer.entries.length === 0)
    throw new JobFailure('file-damaged', {}, { cause: new Error(stderr) })
  return { entries: writer.entries, leftOut, unreadable, isCutShort }
}

const tarHeaderBytes = 512

/** Whether a compressed file holds a TAR archive, by the checksum of its first header. */
export async function holdsTar(path: string): Promise<boolean> {
  let head = Buffer.alloc(0)
  await runReader({
    program: decompressor,
    args: [path],
    read: async output => {
      for await (const bytes of output) {
        head = Buffer.concat([head, bytes])
        if (head.length >= tarHeaderBytes) return
      }
    },
  })
  if (head.length < tarHeaderBytes || head[0] === 0) return false
  const sum = head
    .subarray(0, tarHeaderBytes)
    .reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  return Number.parseInt(head.toString('latin1', 148, 156).trim(), 8) === sum
}

/** A single compressed file. */
export async function readCompressedFile(job: UnpackJob, archiveBytes: number): Promise<UnpackedList> {
  const writer = new FileWriter(job.outFolder, createBudget(job.limits, archiveBytes))
  await writer.startFile(job.name, Date.now())
  let bytesRead = 0
  const { code, stderr } = await runReader({
    program: decompressor,
    args: [job.path],
    read: async output => {
      for await (const bytes of output) {
        bytesRead += bytes.length
        await writer.write(bytes)
      }
    },
  })
  if (code !== 0 && bytesRead === 0) throw new JobFailure('file-damaged', {}, { cause: new Error(stderr) })
  await writer.endFile()
  return { entries: writer.entries, leftOut: 0, unreadable: 0, isCutShort: code !== 0 }
}
