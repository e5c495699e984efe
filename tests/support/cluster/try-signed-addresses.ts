/** Runs on the clients host: requests presigned S3 URLs, unchanged and tampered with, and prints the responses. */
import { Readable } from 'node:stream'
import { createS3Storage } from '../../../packages/server/src/adapters/s3-storage/s3-storage.ts'
import { s3Access, s3Endpoint } from './host-programs.ts'

export interface SignedAnswer {
  readonly what: string
  readonly status: number
  readonly disposition: string | null
  readonly type: string | null
  readonly text: string
}

const storage = await createS3Storage({
  endpoint: s3Endpoint,
  region: 'us-east-1',
  bucket: s3Access.bucket,
  accessKeyId: s3Access.keyId,
  secretAccessKey: s3Access.secret,
  isPathStyle: true,
  isPresigning: true,
})
for (const name of ['mine', 'other']) await storage.write(`signed/${name}`, Readable.from([name]))
const address = await storage.presign?.('signed/mine', {
  contentDisposition: `attachment; filename="it's (mine).txt"`,
  contentType: 'text/plain',
  expiresInSeconds: 60,
})
await storage.close()
if (address === undefined) throw new Error('no presigned URL')

async function ask(what: string, change: (url: URL) => void, method = 'GET'): Promise<SignedAnswer> {
  const url = new URL(String(address))
  change(url)
  const response = await fetch(url, { method })
  return {
    what,
    status: response.status,
    disposition: response.headers.get('content-disposition'),
    type: response.headers.get('content-type'),
    text: (await response.text()).slice(0, 100),
  }
}

const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value)
const answers = [
  await ask('as signed', () => undefined),
  await ask('another object', url => {
    url.pathname = url.pathname.replace('mine', 'other')
  }),
  await ask('another name', set('response-content-disposition', 'inline')),
  await ask('another type', set('response-content-type', 'text/html')),
  await ask('for longer', set('X-Amz-Expires', '86400')),
  await ask('to delete', () => undefined, 'DELETE'),
]
process.stdout.write(JSON.stringify(answers))
