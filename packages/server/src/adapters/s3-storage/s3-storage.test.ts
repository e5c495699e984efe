import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentOf, mebibyte, randomContent, streamOf } from '../../ports/storage.test-content.ts'
import type { StorageHarness } from '../../ports/storage.test-harness.ts'
import { describeStorageConformance } from '../../ports/storage.test-suite.ts'
import { startS3Server, type TestS3Server } from './s3-server.test-support.ts'
import { createS3Storage } from './s3-storage.ts'

let server: TestS3Server
let placeNumber = 0

beforeAll(async () => {
  server = await startS3Server()
})

afterAll(() => server.close())

function nextOptions() {
  return {
    endpoint: server.endpoint,
    region: 'us-east-1',
    bucket: server.bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    isPathStyle: true,
    prefix: `place-${++placeNumber}`,
  }
}

async function makePlace(): Promise<StorageHarness> {
  await server.forgetUploads()
  const options = nextOptions()
  return {
    open: () => createS3Storage(options),
    factory: { module: new URL('./s3-storage.ts', import.meta.url).href, name: 'createS3Storage', options },
    leftovers: server.openUploads,
    cleanUp: async () => {},
  }
}

describeStorageConformance('S3 storage', makePlace)

describe('S3 storage', () => {
  test('several installations can share a bucket through prefixes', async () => {
    const [one, other] = await Promise.all([createS3Storage(nextOptions()), createS3Storage(nextOptions())])
    await one.write('uploads/a', streamOf(randomContent(1)))
    await other.removeAll('')
    expect(await other.stat('uploads/a')).toBeUndefined()
    expect(await one.stat('uploads/a')).toEqual({ sizeBytes: 1 })
  })

  test('seal: can be repeated after a crash between its last two steps', async () => {
    const options = nextOptions()
    const storage = await createS3Storage(options)
    const content = randomContent(9 * mebibyte)
    await storage.append('uploads/a', 0, streamOf(content))
    const placeDir = join(server.bucketDir, options.prefix)
    await cp(join(placeDir, '.growing'), join(placeDir, '.kept-aside'), { recursive: true })
    await storage.seal('uploads/a')
    await cp(join(placeDir, '.kept-aside'), join(placeDir, '.growing'), { recursive: true })

    await storage.seal('uploads/a')
    expect(content.equals(await contentOf(storage, 'uploads/a'))).toBe(true)
    expect(await storage.appendedBytes('uploads/a')).toBe(0)
  })

  test('seal: removes all sidecar objects', async () => {
    const options = nextOptions()
    const storage = await createS3Storage(options)
    await storage.append('uploads/a', 0, streamOf(randomContent(9 * mebibyte)))
    await storage.append('uploads/a', 9 * mebibyte, streamOf(randomContent(3)))
    await storage.seal('uploads/a')
    const files = await readdir(join(server.bucketDir, options.prefix), { recursive: true })
    expect(files.filter(file => file.endsWith('_object'))).toEqual(['uploads/a._S3rver_object'])
  })

  test('an unreachable server is reported as unavailable', async () => {
    const storage = await createS3Storage({ ...nextOptions(), endpoint: 'http://127.0.0.1:1' })
    const source = streamOf(randomContent(10))
    await expect(storage.write('uploads/a', source)).rejects.toMatchObject({
      code: 'unavailable',
      isFault: true,
    })
    await expect(storage.read('uploads/a')).rejects.toMatchObject({ code: 'unavailable' })
    expect(source.destroyed).toBe(true)
  })

  test('a missing bucket is an internal error, not a missing object', async () => {
    const storage = await createS3Storage({ ...nextOptions(), bucket: 'elsewhere' })
    await expect(storage.read('uploads/a')).rejects.toMatchObject({ code: 'internal' })
  })
})
