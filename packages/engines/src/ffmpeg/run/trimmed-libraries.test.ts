import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import type { ProcessRun } from '../../process/run-process.ts'
import { createSandbox, type Sandbox } from '../../process/sandbox.ts'
import { useMediaHarness } from '../use-media-harness.test-suite.ts'
import { runTrimmed } from './trimmed-libraries.ts'

const harness = useMediaHarness()

/** Records of each start whether it is with stubs. */
function recordStarts(sandbox: Sandbox) {
  const hadStubs: boolean[] = []
  const recording: Sandbox = {
    ...sandbox,
    prepare: command => {
      hadStubs.push(command.env?.LD_LIBRARY_PATH !== undefined)
      return sandbox.prepare(command)
    },
  }
  const run = (...args: readonly string[]) => runTrimmed(recording, runOf(args))
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
