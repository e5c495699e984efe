/** The end-to-end example of /developers, run as it is shown. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endToEndExample } from '@filesmith/contract/messages/developers-example'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApiMember } from '../support/api-client.ts'
import { drawPng } from '../support/images.ts'
import { startFilesmith, type TestFilesmith } from '../support/start-filesmith.ts'

const run = promisify(execFile)
let filesmith: TestFilesmith
let folder: string
let key: string

beforeAll(async () => {
  filesmith = await startFilesmith()
  key = (await createApiMember(filesmith)).client.key
})
afterAll(() => filesmith.stop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filesmith-example-'))
  await writeFile(join(folder, 'photo.png'), await drawPng(64, 48))
  return () => rm(folder, { recursive: true })
})

const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined

test.each([
  ['typescript', process.execPath, 'example.ts', []],
  ['python', '/usr/bin/python3', 'example.py', []],
  // Neither is needed by the product.
  ...(hasProgram('curl') && hasProgram('jq') ? [['curl', 'bash', 'example.sh', ['-e']] as const] : []),
] as const)(
  'API-35 end-to-end example in %s: converts the file',
  async (language, program, name, options) => {
    await writeFile(join(folder, name), endToEndExample(filesmith.baseUrl)[language])
    await run(program, [...options, name], { cwd: folder, env: { ...process.env, FILESMITH_KEY: key } })
    expect(sniffFormat(await readFile(join(folder, 'photo.webp')))).toBe('webp')
  },
)
