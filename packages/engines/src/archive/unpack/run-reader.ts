/** Runs a program that reads archives, inside the sandbox of the unpacking program. */
import { spawn } from 'node:child_process'
import { JobFailure } from '../../process/job-failure.ts'

export interface ReaderRun {
  readonly program: string
  readonly args: readonly string[]
  readonly password?: string | undefined
  /** Consumes the output; the program is stopped when this ends early or rejects. */
  readonly read?: (output: AsyncIterable<Buffer>) => Promise<void>
}

export interface ReaderExit {
  readonly code: number | null
  readonly stderr: string
}

const maxErrorBytes = 1024 * 1024

export async function runReader({ program, args, password, read }: ReaderRun): Promise<ReaderExit> {
  const child = spawn(program, args, {
    stdio: ['pipe', read ? 'pipe' : 'ignore', 'pipe'],
    // Names are converted to UTF-8.
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  })
  const closed = new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  )
  let stderr = ''
  child.stderr?.on('data', bytes => {
    if (stderr.length < maxErrorBytes) stderr += String(bytes)
  })
  // Never an argument, which other processes can read.
  child.stdin?.on('error', () => {}).end(password === undefined ? '' : `${password}\n`)
  try {
    if (read && child.stdout) await read(child.stdout)
  } finally {
    // A program that still writes would wait forever.
    if (child.exitCode === null && child.stdout?.readableEnded === false) child.kill('SIGKILL')
  }
  const code = await closed
  if (/No space left on device|Disk quota exceeded/i.test(stderr)) throw new JobFailure('storage-full')
  return { code, stderr }
}

/** Volumes that a split archive refers to. */
export const missingVolume = /missing volume|multi-?volume|split archive|part of a? ?(?:multi|split)/i
