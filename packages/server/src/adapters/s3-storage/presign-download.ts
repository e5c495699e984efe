/** Addresses by which anybody may fetch one object for a while, signed by the vendor's own signer. */
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { AppError } from '@filesmith/contract/errors'
import type { PresignedDownload } from '../../ports/storage.ts'

/** What the client makes of a command, as far as an address is made of it. */
interface RequestToSign {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  headers: Record<string, string>
  readonly query?: Record<string, string | readonly string[] | null>
}

export async function presignDownload(
  client: S3Client,
  place: { readonly Bucket: string; readonly Key: string },
  download: PresignedDownload,
): Promise<string> {
  const command = new GetObjectCommand({
    ...place,
    // Part of what is signed: whoever has the address can change neither.
    ResponseContentDisposition: download.contentDisposition,
    ResponseContentType: download.contentType,
    ResponseCacheControl: 'private, no-store',
  })
  let address: string | undefined
  // The client builds the request, bucket style and all; it is signed into an address instead of being sent.
  command.middlewareStack.addRelativeTo(
    () => async (args: { request: unknown }) => {
      address = await sign(client, args.request as RequestToSign, download.expiresInSeconds)
      return { response: {}, output: { $metadata: {} } }
    },
    { relation: 'before', toMiddleware: 'awsAuthMiddleware', name: 'presign', override: true },
  )
  await client.send(command)
  if (address === undefined)
    throw new AppError('internal', {}, { cause: new Error('the address was not signed') })
  return address
}

async function sign(client: S3Client, request: RequestToSign, expiresIn: number): Promise<string> {
  const host = request.port === undefined ? request.hostname : `${request.hostname}:${request.port}`
  const signer = await client.config.signer({
    name: 'sigv4',
    signingName: 's3',
    signingRegion: await client.config.region(),
    properties: {},
  })
  if (!('presign' in signer) || typeof signer.presign !== 'function')
    throw new AppError('internal', {}, { cause: new Error('this signer makes no addresses') })
  // A browser sends none of our headers: only the host may be signed.
  request.headers = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const signed: RequestToSign = await signer.presign(request, {
    expiresIn,
    unhoistableHeaders: new Set(['x-amz-content-sha256']),
    unsignableHeaders: new Set(['x-amz-content-sha256']),
  })
  const query = Object.entries(signed.query ?? {})
    .flatMap(([name, value]) => [value].flat().map(each => [name, each ?? ''] as const))
    .map(([name, value]) => `${escaped(name)}=${escaped(String(value))}`)
  return `${signed.protocol}//${host}${signed.path}?${query.join('&')}`
}

/** As the signature counts it: more than a browser would escape. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
