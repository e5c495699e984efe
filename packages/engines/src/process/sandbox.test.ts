import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from './sandbox.ts'

const nowhere = { searchPath: '/nowhere', probeTimeoutMs: 5000 }

const sandboxed = {
  command: '/usr/bin/true',
  args: ['a b', '$(x)'],
  mounts: [],
  system: 'programs',
  limits: {},
} as const

test('required gives a jail without network and without environment', async () => {
  const sandbox = await createSandbox('required', () => {})
  expect(sandbox).toMatchObject({ isIsolated: true, refusal: null })
  const argv = sandbox.argv(sandboxed)
  expect(argv).toEqual(expect.arrayContaining(['bwrap', '--unshare-all', '--clearenv', '--die-with-parent']))
  // Arguments stay arguments, whatever they contain.
  expect(argv.slice(-4)).toEqual(['--', '/usr/bin/true', 'a b', '$(x)'])
})

test('off runs with limits only, and says nothing', async () => {
  const warnings: string[] = []
  const sandbox = await createSandbox('off', message => warnings.push(message))
  expect(sandbox.argv({ ...sandboxed, limits: { memoryBytes: 5, cpuSeconds: 2, fileBytes: 7 } })).toEqual([
    'prlimit',
    '--core=0',
    '--nofile=256',
    '--data=5',
    '--cpu=2:3',
    '--fsize=7',
    '--',
    '/usr/bin/true',
    'a b',
    '$(x)',
  ])
  expect(warnings).toEqual([])
})

test('auto without bubblewrap warns once and names the package', async () => {
  const warnings: string[] = []
  const sandbox = await createSandbox('auto', message => warnings.push(message), nowhere)
  expect(sandbox).toMatchObject({ isIsolated: false, refusal: null })
  expect(warnings).toEqual([
    'Files are converted without a sandbox: the program bwrap is missing; install the package "bubblewrap".',
  ])
})

test('required without bubblewrap refuses, and says what is missing', async () => {
  const warnings: string[] = []
  const sandbox = await createSandbox('required', message => warnings.push(message), nowhere)
  expect(warnings).toEqual([sandbox.refusal])
  expect(sandbox.refusal).toBe(
    'SANDBOX=required, but the sandbox does not work: the program bwrap is missing; install the package "bubblewrap".',
  )
})

test('auto goes without a sandbox only when there is none for sure, not when the machine is too busy to tell', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-slow-sandbox-'))
  for (const name of ['bwrap', 'prlimit'])
    await writeFile(join(folder, name), '#!/bin/sh\nexec /bin/sleep 60\n', { mode: 0o755 })
  const warnings: string[] = []
  const probe = { searchPath: folder, probeTimeoutMs: 100 }
  const sandbox = await createSandbox('auto', message => warnings.push(message), probe)
  await rm(folder, { recursive: true })
  expect(sandbox.refusal).toMatch(/^SANDBOX=auto, but .* did not answer in time/)
  expect(warnings).toEqual([sandbox.refusal])
})
