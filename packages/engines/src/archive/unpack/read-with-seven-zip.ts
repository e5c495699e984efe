/** Reads archives with 7-Zip: lists them first, since every size is known, then unpacks them into a folder and numbers the files. */
import { chmod, lstat, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { JobFailure } from '../../process/job-failure.ts'
import { splitLines } from '../../process/run-process.ts'
import { createBudget } from './budget.ts'
import { entryName } from './file-writer.ts'
import type { UnpackedEntry, UnpackedList, UnpackJob } from './job.ts'
import { missingVolume, runReader } from './run-reader.ts'

const sevenZip = '/usr/bin/7zz'
const treeName = 'tree'

export async function readWithSevenZip(job: UnpackJob, archiveBytes: number): Promise<UnpackedList> {
  // Otherwise it would unpack whatever it takes the file for.
  const type = `-t${job.format}`
  const listed = await list(job, type, archiveBytes)
  if (listed.isEncrypted && job.password === undefined) throw new JobFailure('password-needed')
  const tree = join(job.outFolder, treeName)
  const { code, stderr } = await runReader({
    program: sevenZip,
    // Files of the same name are numbered; progress and lists are not written.
    args: ['x', '-y', '-aou', '-bso0', '-bsp0', '-sccUTF-8', type, `-o${tree}`, '--', job.path],
    password: job.password,
  })
  if (/wrong password/i.test(stderr)) throw new JobFailure('password-wrong')
  if (missingVolume.test(stderr)) throw new JobFailure('archive-split')
  if (/unsupported method/i.test(stderr)) throw new JobFailure('unsupported-variant')
  const unreadable = await removeUnreadable(tree, stderr)
  const { entries, leftOut } = await numberFiles(tree, job.outFolder)
  const isCutShort = code !== 0 && unreadable === 0
  if (code !== 0 && entries.every(({ file }) => file === null))
    throw new JobFailure('file-damaged', {}, { cause: new Error(stderr) })
  return { entries, leftOut, unreadable, isCutShort }
}

async function list(
  job: UnpackJob,
  type: string,
  archiveBytes: number,
): Promise<{ readonly isEncrypted: boolean }> {
  const budget = createBudget(job.limits, archiveBytes)
  let isEncrypted = false
  let isAsking = false
  const lines = splitLines(line => {
    // A name with line breaks can add such lines, but not hide one.
    if (line.startsWith('Path = ')) budget.addEntry(Buffer.byteLength(line) - 'Path = '.length)
    else if (line.startsWith('Size = ')) budget.addBytes(Number(line.slice('Size = '.length)) || 0)
    else if (line === 'Encrypted = +') isEncrypted = true
    isAsking ||= line.startsWith('Enter password')
  })
  const { code, stderr } = await runReader({
    program: sevenZip,
    args: ['l', '-slt', '-ba', '-sccUTF-8', type, '--', job.path],
    password: job.password,
    read: async output => {
      for await (const bytes of output) lines.push(bytes)
      lines.end()
    },
  })
  if (isAsking && job.password === undefined) throw new JobFailure('password-needed')
  if (/wrong password/i.test(stderr)) throw new JobFailure('password-wrong')
  if (missingVolume.test(stderr)) throw new JobFailure('archive-split')
  if (/cannot open the file as/i.test(stderr) || (code !== 0 && code !== 2))
    throw new JobFailure('file-damaged', {}, { cause: new Error(stderr) })
  return { isEncrypted }
}

/** `ERROR: CRC Failed : folder/name`, with the file left half-written. */
const failedFile = /^ERROR: [A-Z][A-Za-z ]+ : (.+)$/

async function removeUnreadable(tree: string, stderr: string): Promise<number> {
  const names = stderr.split('\n').flatMap(line => failedFile.exec(line)?.[1] ?? [])
  for (const name of new Set(names)) {
    const path = join(tree, name)
    // Without its file, it is unknown which of the files are right.
    if (!path.startsWith(`${tree}/`)) throw new JobFailure('file-damaged')
    await stat(path).catch(() => {
      throw new JobFailure('file-damaged')
    })
    await rm(path)
  }
  return new Set(names).size
}

/** Moves the files of an unpacked tree to numbers. Links are never followed, and links and devices never moved. */
const slash = Buffer.from('/')

async function numberFiles(
  tree: string,
  outFolder: string,
): Promise<Pick<UnpackedList, 'entries' | 'leftOut'>> {
  const entries: UnpackedEntry[] = []
  let leftOut = 0
  let count = 0

  /** Paths are bytes, since names need not be text. */
  async function visit(folder: Buffer, name: Buffer): Promise<void> {
    // Folders of an archive may be closed to their owner.
    await chmod(folder, 0o700)
    for (const child of await readdir(folder, { encoding: 'buffer' })) {
      const path = Buffer.concat([folder, slash, child])
      const childName = name.length === 0 ? child : Buffer.concat([name, slash, child])
      const found = await lstat(path)
      const modifiedAtMs = Math.trunc(found.mtimeMs)
      if (found.isDirectory()) {
        entries.push({ file: null, name: `${entryName(childName)}/`, modifiedAtMs })
        await visit(path, childName)
      } else if (found.isFile() && found.nlink === 1) {
        const file = count++
        await chmod(path, 0o600)
        await rename(path, join(outFolder, String(file)))
        entries.push({ file, name: entryName(childName), modifiedAtMs })
      } else leftOut += 1
    }
  }

  const isThere = await lstat(tree).then(
    found => found.isDirectory(),
    () => false,
  )
  if (isThere) await visit(Buffer.from(tree), Buffer.alloc(0))
  return { entries, leftOut }
}
