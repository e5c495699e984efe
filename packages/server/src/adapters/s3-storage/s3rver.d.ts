declare module 's3rver' {
  import type { RequestListener } from 'node:http'
  import type { Readable } from 'node:stream'

  interface Options {
    readonly directory: string
    readonly silent: boolean
    readonly vhostBuckets: boolean
    readonly allowMismatchedSignatures: boolean
    readonly configureBuckets: readonly { readonly name: string }[]
  }

  namespace S3rver {
    interface Written {
      readonly size: number
      readonly md5: string
    }
  }

  interface StoredObject {
    readonly bucket: string
    readonly key: string
    readonly content: Buffer | Readable
    readonly metadata: object
  }

  interface Store {
    getResourcePath(bucket: string, key: string, resource: string): string
    putObject(object: StoredObject): Promise<S3rver.Written>
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
    putPart(
      bucket: string,
      uploadId: string,
      part: number,
      content: Buffer | Readable,
    ): Promise<S3rver.Written>
  }

  class S3rver {
    readonly store: Store
    constructor(options: Options)
    configureBuckets(): Promise<void>
    callback(): (...call: Parameters<RequestListener>) => Promise<void>
  }

  export = S3rver
}
