import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EngineSettings } from '../../../engine.ts'
import { createSandbox, type Sandbox } from '../../../process/sandbox.ts'
import { defaultEngineSettings } from '../../../runtime.ts'
import type { TranslationProvider } from '../../sentence-translator.ts'
import { type FakeServer, sendJson, startFakeServer } from '../fake-server.fixture.ts'
import { startBergamot } from './start-bergamot.ts'
import { startBergamotModule } from './wasm-module.ts'

let sandbox: Sandbox
let folder: string
let provider: TranslationProvider | undefined
let server: FakeServer | undefined
let warnings: string[] = []

beforeAll(async () => {
  sandbox = await createSandbox('required', () => {})
  folder = await mkdtemp(join(tmpdir(), 'bergamot-'))
})
afterEach(async () => {
  await provider?.close()
  await server?.close()
  warnings = []
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const signal = () => new AbortController().signal
function start(translation: Partial<EngineSettings['translation']>) {
  const all = { ...defaultEngineSettings.translation, ...translation }
  const warn = (message: string) => warnings.push(message)
  return startBergamot({ ...defaultEngineSettings, warn, translation: all }, sandbox)
}

const brokenFiles = {
  model: ['model.ende.intgemm.alphas.bin', 'not a model'],
  lex: ['lex.50.50.ende.s2t.bin', 'not a lexicon'],
  vocab: ['vocab.deen.spm', 'not a vocabulary'],
} as const

describe('Bergamot', () => {
  test('loads the WebAssembly module with the required classes', async () => {
    const bergamot = await startBergamotModule()
    expect(new bergamot.BlockingService({ cacheSize: 0 })).toBeDefined()
    const memory = new bergamot.AlignedMemory(8, 64)
    memory.getByteArrayView().set([1, 2, 3])
    expect([...memory.getByteArrayView().subarray(0, 3)]).toEqual([1, 2, 3])
    memory.delete()
  })

  test('is not started without a model folder or URL', async () => {
    expect(await start({})).toBeUndefined()
  })

  test('offers a manually installed model and reports an unusable one', async () => {
    const modelsDir = join(folder, 'placed')
    const pairFolder = join(modelsDir, 'bergamot', 'ende')
    await mkdir(pairFolder, { recursive: true })
    for (const [name, content] of Object.values(brokenFiles)) await writeFile(join(pairFolder, name), content)
    await mkdir(join(modelsDir, 'bergamot', 'deen'), { recursive: true })
    provider = await start({ modelsDir })
    expect(provider?.pairs()).toMatchObject([{ from: 'en', to: 'de', quality: 'good', downloadBytes: null }])
    const error = await provider?.translate(['Hello'], { from: 'en', to: 'de' }, signal()).catch(e => e)
    expect(error).toMatchObject({ code: 'translation-failed' })
    expect(error.cause.message).toContain(pairFolder)
    // The helper was replaced: the second call fails the same way instead of hanging.
    await expect(provider?.translate(['Hello'], { from: 'en', to: 'de' }, signal())).rejects.toMatchObject({
      code: 'translation-failed',
    })
  })

  test('offers a remote model with its size and fetches it on first use', async () => {
    const files = new Map<string, string>(
      Object.values(brokenFiles).map(([name, content]) => [name, content]),
    )
    const row = Object.fromEntries(
      Object.entries(brokenFiles).map(([kind, [name, content]]) => {
        const sha256 = createHash('sha256').update(content).digest('hex')
        return [kind, { name, size: content.length, sha256 }]
      }),
    )
    server = await startFakeServer(({ path }, response) => {
      if (path === '/models/registry.json') return sendJson(response, { ende: row })
      response.end(files.get(path.replace('/models/ende/', '')))
    })
    const downloadsDir = join(folder, 'downloads')
    provider = await start({ downloadsDir, bergamotUrl: `${server.url}/models` })
    const totalBytes = [...files.values()].join('').length
    expect(provider?.pairs()).toMatchObject([{ from: 'en', to: 'de', downloadBytes: totalBytes }])
    const error = await provider?.translate(['Hello'], { from: 'en', to: 'de' }, signal()).catch(e => e)
    // The download succeeded; the error is about its content.
    expect(error.cause.message).toContain(join(downloadsDir, 'bergamot', 'ende'))
    expect(provider?.pairs()).toMatchObject([{ from: 'en', to: 'de', downloadBytes: null }])
    expect(warnings.join()).toContain('Fetching the translation model en-de')
  })

  test('offers no pairs and logs a warning if the registry is missing', async () => {
    server = await startFakeServer((_, response) => sendJson(response, {}, 404))
    provider = await start({ downloadsDir: join(folder, 'none'), bergamotUrl: server.url })
    expect(provider?.pairs()).toEqual([])
    expect(warnings.join()).toContain('BERGAMOT_MODELS_URL')
  })

  test('reports a failed download', async () => {
    const file = (name: string) => ({ name, size: 5, sha256: 'a'.repeat(64) })
    const row = { model: file('model.x.bin'), lex: file('lex.x.bin'), vocab: file('vocab.x.spm') }
    server = await startFakeServer(({ path }, response) =>
      path.endsWith('.json') ? sendJson(response, { ende: row }) : response.end('12345'),
    )
    provider = await start({ downloadsDir: join(folder, 'wrong'), bergamotUrl: `${server.url}/list.json` })
    const error = await provider?.translate(['Hello'], { from: 'en', to: 'de' }, signal()).catch(e => e)
    expect(error).toMatchObject({ code: 'translation-failed' })
    expect(error.cause.message).toContain('checksum')
    expect(provider?.pairs()).toMatchObject([{ downloadBytes: 15 }])
  })
})
