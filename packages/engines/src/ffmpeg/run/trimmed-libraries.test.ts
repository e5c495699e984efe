import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import type { ProcessRun } from '../../process/run-process.ts'
import { createSandbox, type Sandbox } from '../../process/sandbox.ts'
import { findOrWriteStubs, runTrimmed } from '../../process/trimmed-libraries.ts'
import { useMediaHarness } from '../use-media-harness.test-suite.ts'

const harness = useMediaHarness()

/** Records of each start whether it is with stubs. */
function recordStarts(sandbox: Sandbox) {
  const hadStubs: boolean[] = []
  const watched: Sandbox = {
    ...sandbox,
    prepare: command => {
      hadStubs.push(command.env?.LD_LIBRARY_PATH !== undefined)
      return sandbox.prepare(command)
    },
  }
  const run = (...args: readonly string[]) => runTrimmed(watched, runOf(args))
  return { hadStubs, run }
}

const runOf = (args: readonly string[]): ProcessRun => ({
  program: '/usr/bin/ffmpeg',
  tool: 'ffmpeg',
  input: '/dev/null',
  outFolder: harness.folder,
  args: () => ['-nostdin', '-v', 'error', ...args],
  timeoutMs: 60_000,
  limits: {},
  signal: new AbortController().signal,
  failure: exit => new AppError('file-damaged', {}, { cause: exit }),
})

const tone = ['-f', 'lavfi', '-i', 'sine=d=0.1', '-f', 'null', '-']
/** A filter whose library is a stub. */
const speech = ['-f', 'lavfi', '-i', 'flite=text=a', '-f', 'null', '-']

test.each(['bubblewrap', 'landlock', 'off'] as const)(
  'runTrimmed: starts with stubs, and again with all libraries after a call into a stub (sandbox %s)',
  async mode => {
    const { hadStubs, run } = recordStarts(await createSandbox(mode, () => {}))
    await run(...tone)
    expect(hadStubs).toEqual([true])
    await run(...speech)
    expect(hadStubs).toEqual([true, true, false])
  },
)

test('runTrimmed: does not repeat what fails for another reason', async () => {
  const { hadStubs, run } = recordStarts(harness.sandbox)
  await expect(run('-f', 'wav', '-i', '/dev/null', '-f', 'null', '-')).rejects.toThrow(AppError)
  expect(hadStubs).toEqual([true])
})

test('findOrWriteStubs: writes stubs once for each version of the libraries', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'stubs-'))
  try {
    const folder = findOrWriteStubs(parent, 1) ?? ''
    expect((await readdir(join(folder, 'ffmpeg'))).length).toBeGreaterThan(40)
    const { ino } = await stat(folder)
    expect(findOrWriteStubs(parent, 1)).toBe(folder)
    expect((await stat(folder)).ino).toBe(ino)
    expect(findOrWriteStubs(parent, 2)).not.toBe(folder)
    expect(await readdir(parent)).toHaveLength(2)
  } finally {
    await rm(parent, { recursive: true })
  }
})

test('findOrWriteStubs: uses no folder in which another user could have put libraries', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'stubs-'))
  try {
    const folder = findOrWriteStubs(parent, 1) ?? ''
    await chmod(folder, 0o777)
    await writeFile(join(folder, 'libz.so.1'), 'planted')
    expect(findOrWriteStubs(parent, 1)).toBeNull()
  } finally {
    await rm(parent, { recursive: true })
  }
})
