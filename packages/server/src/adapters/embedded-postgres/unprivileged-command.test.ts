import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { checkPrivileges, unprivilegedCommand } from './unprivileged-command.ts'

const root = () => ({ uid: 0 })
const unprivileged = () => ({ uid: 1000 })
const unknownUser = () => {
  throw new Error('no such user')
}

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['root', root],
  ['a user without a name', unknownUser],
])('unprivilegedCommand: %s runs in a user namespace', (_who, readUser) => {
  const { program, args } = unprivilegedCommand('postgres', ['-D', 'here'], readUser)
  expect(program).toBe('unshare')
  expect(args.slice(-3)).toEqual(['postgres', '-D', 'here'])
})

test('unprivilegedCommand: an unprivileged user runs the program directly', () => {
  expect(unprivilegedCommand('postgres', ['-D', 'here'], unprivileged)).toEqual({
    program: 'postgres',
    args: ['-D', 'here'],
  })
  expect(() => checkPrivileges(unprivileged)).not.toThrow()
})

test('checkPrivileges: root without user namespaces gets an error with instructions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-path-'))
  await writeFile(join(folder, 'unshare'), '#!/bin/sh\nexit 1\n')
  await chmod(join(folder, 'unshare'), 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  expect(() => checkPrivileges(root)).toThrow(/unprivileged user, or set DATABASE_URL/)
  await rm(folder, { recursive: true })
})
