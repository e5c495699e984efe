/** Runs pandoc inside the sandbox of the book program. */
import { spawn } from 'node:child_process'
import { JobFailure } from '../../process/job-failure.ts'

const pandocProgram = '/usr/bin/pandoc'
/** Macros of LaTeX can call each other without end. */
const timeoutMs = 120_000
const maxOutputBytes = 512 * 1024 * 1024

/** Standard output. The text goes by standard input; files are only those that the arguments name. */
export async function runPandoc(args: readonly string[], input: string, folder: string): Promise<Buffer> {
  const child = spawn(pandocProgram, args, {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
  })
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) =>
    child.once('close', (code, signal) => resolve({ code, signal })).once('error', reject),
  )
  child.stdin.on('error', () => {}).end(input)
  const [output, messages, { code, signal }] = await Promise.all([
    readOutput(child.stdout),
    readEnd(child.stderr),
    ended,
  ])
  if (code === 0) return output
  const cause = new Error(`pandoc ended (code ${code}, signal ${signal}): ${messages}`)
  if (signal === 'SIGTERM') throw new JobFailure('took-too-long', {}, { cause })
  if (code === 251 || /heap exhausted|out of memory|memory/i.test(messages))
    throw new JobFailure('needs-too-much-memory', {}, { cause })
  throw new JobFailure('file-damaged', {}, { cause })
}

async function readOutput(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxOutputBytes) throw new JobFailure('needs-too-much-memory')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readEnd(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of stream) text = `${text}${chunk.toString()}`.slice(-5000)
  return text
}
