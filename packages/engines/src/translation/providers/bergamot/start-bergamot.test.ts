import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EngineSettings } from '../../../engine.ts'
import { createSandbox, type Sandbox } from '../../../process/sandbox.ts'
import { defaultEngineSettings } from '../../../runtime.ts'
import type { TranslationProvider } from '../../sentence-translator.ts'
import { type StandInServer, sendJson, startStandIn } from '../stand-in-server.fixture.ts'
import { startBergamot } from './start-bergamot.ts'
import { startModule } from './wasm-module.ts'

let sandbox: Sandbox
let folder: string
let provider: TranslationProvider | undefined
let server: StandInServer | undefined
let told: string[] = []

beforeAll(async () => {
  sandbox = await createSandbox('required', () => {})
  folder = await mkdtemp(join(tmpdir(), 'bergamot-'))
})
afterEach(async () => {
  await provider?.close()
  await server?.close()
  told = []
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const signal = () => new AbortController().signal
function start(translation: Partial<EngineSettings['translation']>) {
  const all = { ...defaultEngineSettings.translation, ...translation }
  const warn = (message: string) => told.push(message)
  return startBergamot({ ...defaultEngineSettings, warn, translation: all }, sandbox)
}

const brokenFiles = {
  model: ['model.ende.intgemm.alphas.bin', 'this is no model'],
  lex: ['lex.50.50.ende.s2t.bin', 'this is no lexicon'],
  vocab: ['vocab.deen.spm', 'this is no vocabulary'],
} as const

describe('Bergamot', () => {
  test('its WebAssembly starts and has what we use', async () => {
    const bergamot = await startModule()
    expect(new bergamot.BlockingService({ cacheSize: 0 })).toBeDefined()
    const memory = new bergamot.AlignedMemory(8, 64)
    memory.getByteArrayView().set([1, 2, 3])
    expect([...memory.getByteArrayView().subarray(0, 3)]).toEqual([1, 2, 3])
    memory.delete()
  })

  test('without a folder and an address it is not started', async () => {
    expect(await start({})).toBeUndefined()
  })

  test('a model that was put there by hand is offered; one it cannot use is named to the operator', async () => {
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
    // The helper was replaced: the second answer is the same, not a hang or a crash.
    await expect(provider?.translate(['Hello'], { from: 'en', to: 'de' }, signal())).rejects.toMatchObject({
      code: 'translation-failed',
    })
  })

  test('a model that is only listed is offered with its size, and fetched when it is first used', async () => {
    const files = new Map<string, string>(
      Object.values(brokenFiles).map(([name, content]) => [name, content]),
    )
    const row = Object.fromEntries(
      Object.entries(brokenFiles).map(([kind, [name, content]]) => {
        const sha256 = createHash('sha256').update(content).digest('hex')
        return [kind, { name, size: content.length, sha256 }]
      }),
    )
    server = await startStandIn(({ path }, response) => {
      if (path === '/models/registry.json') return sendJson(response, { ende: row })
      response.end(files.get(path.replace('/models/ende/', '')))
    })
    const downloadsDir = join(folder, 'downloads')
    provider = await start({ downloadsDir, bergamotUrl: `${server.url}/models` })
    const totalBytes = [...files.values()].join('').length
    expect(provider?.pairs()).toMatchObject([{ from: 'en', to: 'de', downloadBytes: totalBytes }])
    const error = await provider?.translate(['Hello'], { from: 'en', to: 'de' }, signal()).catch(e => e)
    // Fetched whole and tried: it is the content that is no model.
    expect(error.cause.message).toContain(join(downloadsDir, 'bergamot', 'ende'))
    expect(provider?.pairs()).toMatchObject([{ from: 'en', to: 'de', downloadBytes: null }])
    expect(told.join()).toContain('Fetching the translation model en-de')
  })

  test('where the list is missing nothing is offered, and the operator is told', async () => {
    server = await startStandIn((_, response) => sendJson(response, {}, 404))
    provider = await start({ downloadsDir: join(folder, 'none'), bergamotUrl: server.url })
    expect(provider?.pairs()).toEqual([])
    expect(told.join()).toContain('BERGAMOT_MODELS_URL')
  })

  test('a fetch that fails is told as such', async () => {
    const file = (name: string) => ({ name, size: 5, sha256: 'a'.repeat(64) })
    const row = { model: file('model.x.bin'), lex: file('lex.x.bin'), vocab: file('vocab.x.spm') }
    server = await startStandIn(({ path }, response) =>
      path.endsWith('.json') ? sendJson(response, { ende: row }) : response.end('12345'),
    )
    provider = await start({ downloadsDir: join(folder, 'wrong'), bergamotUrl: `${server.url}/list.json` })
    const error = await provider?.translate(['Hello'], { from: 'en', to: 'de' }, signal()).catch(e => e)
    expect(error).toMatchObject({ code: 'translation-failed' })
    expect(error.cause.message).toContain('checksum')
    expect(provider?.pairs()).toMatchObject([{ downloadBytes: 15 }])
  })
})
