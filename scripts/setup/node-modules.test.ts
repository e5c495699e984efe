import { describe, expect, test } from 'vitest'
import { installedPart, nativePackagePaths } from './node-modules.mjs'

describe('node_modules', () => {
  test('need the packages for this platform, and no others', () => {
    const lock = {
      packages: {
        'node_modules/zod': {},
        'node_modules/a-linux-arm64': { os: ['linux'], cpu: ['arm64'] },
        'node_modules/a-linux-x64': { os: ['linux'], cpu: ['x64'] },
        'node_modules/a-linux-x64-gnu': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
        'node_modules/a-linux-x64-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
        'node_modules/a-darwin-x64': { os: ['darwin'], cpu: ['x64'] },
      },
    }
    expect(nativePackagePaths(lock, 'x64')).toEqual([
      'node_modules/a-linux-x64',
      'node_modules/a-linux-x64-gnu',
    ])
    expect(nativePackagePaths(lock, 'arm64')).toEqual(['node_modules/a-linux-arm64'])
  })

  test('are reinstalled for a new dependency but not for a new script', () => {
    const manifest = { name: 'a', dependencies: { zod: '4.0.0' }, scripts: {} }
    const withScript = { ...manifest, scripts: { hello: 'echo hello' } }
    const withDependency = { ...manifest, devDependencies: { vite: '8.0.0' } }
    expect(installedPart(withScript)).toBe(installedPart(manifest))
    expect(installedPart(withDependency)).not.toBe(installedPart(manifest))
  })
})
