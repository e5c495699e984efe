declare module 's3rver' {
  import type { RequestListener } from 'node:http'

  interface Options {
    readonly directory: string
    readonly silent: boolean
    readonly vhostBuckets: boolean
    readonly allowMismatchedSignatures: boolean
    readonly configureBuckets: readonly { readonly name: string }[]
  }

  interface Written {
    readonly size: number
  }

  interface Store {
    getResourcePath(bucket: string, key: string, resource: string): string
    putObject(object: { readonly bucket: string; readonly key: string }): Promise<Written>
    putPart(bucket: string, uploadId: string, part: number, content: unknown): Promise<Written>
  }

  class S3rver {
    readonly store: Store
    constructor(options: Options)
    configureBuckets(): Promise<void>
    callback(): (...call: Parameters<RequestListener>) => Promise<void>
  }

  export = S3rver
}
