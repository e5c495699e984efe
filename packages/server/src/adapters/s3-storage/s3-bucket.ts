/** The S3 calls that the storage needs; all of them throw only AppErrors. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { AppError } from '@filesmith/contract/errors'
import type { ByteRange, PresignedDownload, StoredObject } from '../../ports/storage.ts'
import { isMissingObject, toS3Error } from './s3-error.ts'

export interface S3Options {
  /** If not set, the AWS endpoint of the region. */
  readonly endpoint?: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Bucket name in the path instead of the host name, as most self-hosted servers need it. */
  readonly isPathStyle: boolean
  /** Prefix of all keys, so that a bucket can be shared. */
  readonly prefix?: string
  /** Endpoint for presigned downloads by browsers. */
  readonly publicEndpoint?: string
}

export interface UploadedPart {
  readonly etag: string
  readonly sizeBytes: number
}

export type S3Bucket = ReturnType<typeof openS3Bucket>

function openClient(options: S3Options, endpoint: string | undefined): S3Client {
  return new S3Client({
    ...(endpoint ? { endpoint } : {}),
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: options.isPathStyle,
    // Many S3-compatible servers do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000 },
  })
}

export function openS3Bucket(options: S3Options) {
  const client = openClient(options, options.endpoint)
  // The host is part of the signature, so URLs for browsers are signed with the public endpoint.
  const publicClient = options.publicEndpoint ? openClient(options, options.publicEndpoint) : client
  const root = options.prefix ? `${options.prefix.replace(/(?<!\/)\/+$/, '')}/` : ''
  const at = (key: string) => ({ Bucket: options.bucket, Key: `${root}${key}` })

  async function withS3Errors<T>(request: Promise<T>): Promise<T> {
    try {
      return await request
    } catch (error) {
      throw toS3Error(error)
    }
  }

  function getObject(key: string, range?: ByteRange) {
    const rangeHeader = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
    return withS3Errors(client.send(new GetObjectCommand({ ...at(key), ...rangeHeader })))
  }

  return {
    async put(key: string, content: Uint8Array): Promise<void> {
      await withS3Errors(client.send(new PutObjectCommand({ ...at(key), Body: content })))
    },

    async get(key: string, range?: ByteRange): Promise<Readable> {
      return (await getObject(key, range)).Body as Readable
    },

    /** For small objects. */
    async getWhole(key: string): Promise<Buffer> {
      const { Body } = await getObject(key)
      return withS3Errors(buffer(Body as Readable))
    },

    async sizeOf(key: string): Promise<number | undefined> {
      try {
        const found = await withS3Errors(client.send(new HeadObjectCommand(at(key))))
        return found.ContentLength ?? 0
      } catch (error) {
        if (isMissingObject(error)) return undefined
        throw error
      }
    },

    /** One request per object: DeleteObjects needs a checksum that servers implement differently. */
    async delete(key: string): Promise<void> {
      await withS3Errors(client.send(new DeleteObjectCommand(at(key))))
    },

    async *list(prefix: string): AsyncGenerator<StoredObject> {
      let next: string | undefined
      do {
        const page = await withS3Errors(
          client.send(
            new ListObjectsV2Command({
              Bucket: options.bucket,
              Prefix: `${root}${prefix}`,
              ...(next ? { ContinuationToken: next } : {}),
            }),
          ),
        )
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          yield { key: Key.slice(root.length), sizeBytes: Size, modifiedAt: LastModified }
        }
        next = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (next)
    },

    async startUpload(key: string): Promise<string> {
      const { UploadId } = await withS3Errors(client.send(new CreateMultipartUploadCommand(at(key))))
      if (!UploadId) throw new AppError('unavailable')
      return UploadId
    },

    async uploadPart(
      key: string,
      uploadId: string,
      number: number,
      content: Uint8Array,
    ): Promise<UploadedPart> {
      const { ETag = '' } = await withS3Errors(
        client.send(
          new UploadPartCommand({ ...at(key), UploadId: uploadId, PartNumber: number, Body: content }),
        ),
      )
      return { etag: ETag, sizeBytes: content.byteLength }
    },

    async completeUpload(key: string, uploadId: string, parts: readonly UploadedPart[]): Promise<void> {
      const Parts = parts.map((part, index) => ({ ETag: part.etag, PartNumber: index + 1 }))
      await withS3Errors(
        client.send(
          new CompleteMultipartUploadCommand({ ...at(key), UploadId: uploadId, MultipartUpload: { Parts } }),
        ),
      )
    },

    /** Best effort: a lifecycle rule of the bucket removes what remains. */
    async abortUpload(key: string, uploadId: string): Promise<void> {
      await client
        .send(new AbortMultipartUploadCommand({ ...at(key), UploadId: uploadId }))
        .catch(() => undefined)
    },

    async presign(key: string, download: PresignedDownload): Promise<string> {
      return withS3Errors(presignDownload(publicClient, at(key), download))
    },

    close(): void {
      publicClient.destroy()
      client.destroy()
    },
  }
}

/** The parts of the SDK's HTTP request that go into the URL. */
interface RequestToSign {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  headers: Record<string, string>
  readonly query?: Record<string, string | readonly string[] | null>
}

/** Creates presigned URLs with the signer of the AWS SDK. */
async function presignDownload(
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
