import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { checkPrivileges, unprivilegedCommand } from './unprivileged-command.ts'

const isRoot = process.getuid?.() === 0

afterEach(() => {
  vi.unstubAllEnvs()
})

test.runIf(isRoot)('root becomes somebody else', () => {
  const { program, args } = unprivilegedCommand('postgres', ['-D', 'here'])
  expect(program).toBe('unshare')
  expect(args.slice(-3)).toEqual(['postgres', '-D', 'here'])
})

test.runIf(!isRoot)('an ordinary user stays who he is', () => {
  expect(unprivilegedCommand('postgres', ['-D', 'here'])).toEqual({
    program: 'postgres',
    args: ['-D', 'here'],
  })
  expect(() => checkPrivileges()).not.toThrow()
})

test.runIf(isRoot)('root on a machine that refuses user namespaces is told what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-path-'))
  await writeFile(join(folder, 'unshare'), '#!/bin/sh\nexit 1\n')
  await chmod(join(folder, 'unshare'), 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  expect(() => checkPrivileges()).toThrow(/ordinary user, or set DATABASE_URL/)
  await rm(folder, { recursive: true })
})
