/**
 * A client that sends expensive inputs as fast as it can, each as a new visitor, and asks for everything that a visitor can
 * have for them. A separate process. Ends at any message, and reports how many requests of each kind were answered how.
 */
import { Agent, type IncomingMessage, request } from 'node:http'
import { argv } from 'node:process'
import { text } from 'node:stream/consumers'
import { apiPaths } from '@filesmith/contract/api-paths'
import { type ExpensiveInput, expensiveInputs } from './expensive-inputs.ts'

const senders = 16
/** Inspections and preparations that are waited for at once, beside the senders. */
const maxWaiting = 100

const [baseUrl = '', ...without] = argv.slice(2)
const inputs = expensiveInputs(without)
const agent = new Agent({ keepAlive: true })
const answers = new Map<string, number>()
let waiting = 0
let isEnded = false

interface Call {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

async function call(
  kind: string,
  path: string,
  { method, headers, body }: Call,
): Promise<IncomingMessage | undefined> {
  let answer = 'unanswered'
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(new URL(path, baseUrl), {
        agent,
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      })
        .on('response', resolve)
        .on('error', reject)
        .end(body)
    })
    await text(response)
    answer = String(response.statusCode)
    return response
  } catch {
    // The server closed the connection, or the client has ended.
    return undefined
  } finally {
    const key = `${kind} ${answer}`
    answers.set(key, (answers.get(key) ?? 0) + 1)
  }
}

function create(bytes: number, fileName: string, body?: Buffer): Promise<IncomingMessage | undefined> {
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes),
    'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
    ...(body !== undefined && { 'content-type': 'application/offset+octet-stream' }),
  }
  return call('upload', apiPaths.uploads, { method: 'POST', headers, ...(body !== undefined && { body }) })
}

async function send(input: ExpensiveInput): Promise<void> {
  if (input.kind === 'declared') await create(input.bytes, 'a.mp4')
  else if (input.kind === 'json') await post('json', input.path, input.body)
  else if (input.kind === 'form') {
    const headers = { 'content-type': `multipart/form-data; boundary=${input.boundary}` }
    await call('form', input.path, { method: 'POST', headers, body: input.body })
  } else {
    const created = await create(input.content.length, input.fileName, input.content)
    const uploadId = created?.headers.location?.split('/').at(-1)
    const cookie = created?.headers['set-cookie']?.[0]?.split(';')[0]
    if (uploadId === undefined || cookie === undefined) return
    if (waiting < maxWaiting) void waitFor(uploadId, cookie)
    const { conversion } = input
    if (conversion === undefined) return
    const { path, outputFormat } = conversion
    await post('conversion', path, JSON.stringify({ uploadId, outputFormat }), cookie)
  }
}

async function waitFor(uploadId: string, cookie: string): Promise<void> {
  waiting += 2
  const headers = { cookie }
  await Promise.all([
    call('inspection', apiPaths.uploadDetails(uploadId), { method: 'GET', headers }),
    call('preparation', apiPaths.uploadPreparation(uploadId), { method: 'POST', headers }),
  ])
  waiting -= 2
}

async function post(kind: string, path: string, body: string, cookie = ''): Promise<void> {
  const headers = { 'content-type': 'application/json', prefer: 'respond-async', ...(cookie && { cookie }) }
  await call(kind, path, { method: 'POST', headers, body })
}

let next = 0
async function sendAll(): Promise<void> {
  while (!isEnded) {
    const input = inputs[next % inputs.length]
    next += 1
    if (input !== undefined) await send(input)
  }
}

process.once('message', () => {
  isEnded = true
  process.send?.(Object.fromEntries(answers), () => process.exit())
})
await Promise.all(Array.from({ length: senders }, sendAll))
