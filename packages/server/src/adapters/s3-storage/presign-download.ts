/** Creates presigned URLs with the signer of the AWS SDK. */
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { AppError } from '@filesmith/contract/errors'
import type { PresignedDownload } from '../../ports/storage.ts'

/** The parts of the SDK's HTTP request that go into the URL. */
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
    // Part of the signature, so the holder of the URL cannot change them.
    ResponseContentDisposition: download.contentDisposition,
    ResponseContentType: download.contentType,
    ResponseCacheControl: 'private, no-store',
  })
  let url: string | undefined
  // The client builds the request, including bucket style; it is presigned instead of sent.
  command.middlewareStack.addRelativeTo(
    () => async (args: { request: unknown }) => {
      url = await sign(client, args.request as RequestToSign, download.expiresInSeconds)
      return { response: {}, output: { $metadata: {} } }
    },
    { relation: 'before', toMiddleware: 'awsAuthMiddleware', name: 'presign', override: true },
  )
  await client.send(command)
  if (url === undefined) throw new AppError('internal', {}, { cause: new Error('the URL was not signed') })
  return url
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
    throw new AppError('internal', {}, { cause: new Error('this signer cannot presign') })
  // Browsers send none of the SDK's headers, so only the host is signed.
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

/** Percent-encodes as Signature Version 4 requires, which is stricter than encodeURIComponent. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
