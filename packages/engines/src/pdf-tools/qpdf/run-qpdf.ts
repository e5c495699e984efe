/** Runs qpdf, inside the sandbox of the PDF program. Arguments go by standard input, so that no password is visible. */
import { spawn } from 'node:child_process'
import { JobFailure } from '../../process/job-failure.ts'

export const qpdfProgram = '/usr/bin/qpdf'

const exitCodes = { errors: 2, warnings: 3 }
const maxOutputBytes = 512 * 1024 * 1024

export interface QpdfRun {
  readonly stdout: string
  /** qpdf repaired something. */
  readonly hasWarnings: boolean
  /** What it repaired, in words of qpdf, for each place. */
  readonly warnings: string
}

/** Throws a JobFailure for protected and unreadable files. */
export async function runQpdf(args: readonly string[]): Promise<QpdfRun> {
  let stdout = ''
  const ended = await streamQpdf(args, async output => {
    stdout = (await readAll(output)).toString()
  })
  return { stdout, ...ended }
}

/** JSON that qpdf writes, with one character for each byte, so that names that are not UTF-8 survive. */
export async function readQpdfJson(args: readonly string[]): Promise<unknown> {
  let text = ''
  await streamQpdf(args, async output => {
    text = (await readAll(output)).toString('latin1')
  })
  return JSON.parse(text)
}

/** For output that is too large for a string. */
export async function streamQpdf(
  args: readonly string[],
  read: (output: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Omit<QpdfRun, 'stdout'>> {
  if (args.some(arg => /[\r\n]/.test(arg))) throw new JobFailure('password-wrong')
  const child = spawn(qpdfProgram, ['@-'], { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  )
  child.stdin.on('error', () => {}).end(args.map(arg => `${arg}\n`).join(''))
  const [stderr, code] = await Promise.all([readEnd(child.stderr), ended, read(child.stdout)])
  if (code === 0 || code === exitCodes.warnings)
    return { hasWarnings: code === exitCodes.warnings, warnings: stderr }
  throw failureOf(stderr, args)
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxOutputBytes) throw new JobFailure('needs-too-much-memory')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A damaged file can cause thousands of messages; the last ones say why qpdf stopped. */
async function readEnd(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of stream) text = `${text}${chunk.toString()}`.slice(-10_000)
  return text
}

function failureOf(stderr: string, args: readonly string[]): JobFailure {
  const cause = new Error(stderr.slice(-2000))
  if (/invalid password/i.test(stderr)) {
    const hasPassword = args.some(arg => arg.startsWith('--password=') && arg !== '--password=')
    return new JobFailure(hasPassword ? 'password-wrong' : 'password-needed', {}, { cause })
  }
  if (stderr.split('\n').some(line => /unsupported/i.test(line) && /encryption|security/i.test(line)))
    return new JobFailure('unsupported-variant', {}, { cause })
  return new JobFailure('file-damaged', {}, { cause })
}
