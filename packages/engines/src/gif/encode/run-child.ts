/** Runs ffmpeg or gifsicle as a child process inside the sandbox, with frames on its standard input. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createTail, ranOutOfMemory } from '../../process/exit-cause.ts'
import { JobFailure } from '../../process/helper-program.ts'

const outOfMemory = /malloc of size \d+ failed|Memory allocation error|Error allocating/i
const fileTooLarge = /File too large/i
const diskFull = /No space left on device|Disk quota exceeded/i

export async function runChild(
  program: string,
  args: readonly string[],
  workFolder: string,
  frames?: AsyncIterable<Buffer>,
): Promise<void> {
  const child = spawn(program, args, { cwd: workFolder, stdio: ['pipe', 'ignore', 'pipe'] })
  const stderr = createTail()
  child.stderr.on('data', bytes => stderr.push(bytes))
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  // A process that exits without reading all input breaks the pipe; its exit code has the reason.
  let isOpen = true
  child.stdin.on('error', () => {
    isOpen = false
  })
  for await (const frame of frames ?? []) {
    if (!isOpen || child.exitCode !== null) break
    if (!child.stdin.write(frame)) await Promise.race([once(child.stdin, 'drain').catch(() => {}), ended])
  }
  child.stdin.end()
  const { code, signal } = await ended
  if (code === 0) return
  const text = stderr.text()
  const cause = new Error(`${program} ended (code ${code}, signal ${signal}): ${text}`)
  if (diskFull.test(text)) throw new JobFailure('storage-full', {}, { cause })
  if (fileTooLarge.test(text) || signal === 'SIGXFSZ') throw new JobFailure('result-too-large', {}, { cause })
  if (signal === 'SIGXCPU') throw new JobFailure('took-too-long', {}, { cause })
  if (signal === 'SIGKILL' || outOfMemory.test(text) || ranOutOfMemory({ code, signal, stderr: text }))
    throw new JobFailure('needs-too-much-memory', {}, { cause })
  throw new JobFailure('internal', {}, { cause })
}
