/** Converts scanned books in DjVu: pages as PDF by ddjvu, their text layer by djvutxt. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { JobFailure } from '../../process/job-failure.ts'
import type { BookReport, BookTaskRun } from '../job.ts'

const timeoutMs = 300_000
const maxTextBytes = 64 * 1024 * 1024
/** JPEG quality of photos; text is stored without loss. */
const quality = 85

export async function runConvertDjvu({ job, resultPath, report }: BookTaskRun): Promise<BookReport> {
  const pages = Number((await runDjvu('djvused', ['-e', 'n', job.path])).toString().trim())
  if (!(pages > 0)) throw new JobFailure('file-damaged')
  if (pages > job.maxPages) throw new JobFailure('document-too-long', { pages: job.maxPages })
  report(10, 'pages')
  if (job.to === 'txt') {
    const text = (await runDjvu('djvutxt', [job.path])).toString().replaceAll('\f', '\n\n').trim()
    if (text === '') throw new JobFailure('no-text-layer')
    await writeFile(resultPath, `${text}\n`)
    return { pages }
  }
  await runDjvu('ddjvu', ['-format=pdf', `-quality=${quality}`, job.path, resultPath], job.outFolder)
  return { pages, notes: ['The pages are images: search and selection need text recognition (OCR).'] }
}

async function runDjvu(program: string, args: readonly string[], folder = '/tmp'): Promise<Buffer> {
  const child = spawn(`/usr/bin/${program}`, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TMPDIR: folder },
    timeout: timeoutMs,
  })
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) =>
    child.once('close', (code, signal) => resolve({ code, signal })).once('error', reject),
  )
  const chunks: Buffer[] = []
  let [bytes, messages] = [0, '']
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= maxTextBytes) chunks.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    messages = `${messages}${chunk.toString()}`.slice(-5000)
  })
  const { code, signal } = await ended
  if (code === 0 && bytes <= maxTextBytes) return Buffer.concat(chunks)
  const cause = new Error(`${program} ended (code ${code}, signal ${signal}): ${messages}`)
  throw new JobFailure(signal === 'SIGTERM' ? 'took-too-long' : 'file-damaged', {}, { cause })
}
