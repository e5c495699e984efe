import { expect, test } from 'vitest'
import { compareModules } from './checkout.mjs'
import { describePackage, readVersions } from './debian-packages.mjs'
import { describeArchitecture, describeNode, describeSystem } from './machine.mjs'
import { countFindings, formatFindings } from './report.mjs'

test.each([
  ['ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n', 'ok'],
  ['ID=debian\nVERSION_ID="11"\n', 'problem'],
  ['ID=debian\nPRETTY_NAME="Debian GNU/Linux forky/sid"\n', 'ok'],
  ['ID=fedora\nVERSION_ID=44\n', 'warning'],
  ['', 'warning'],
])('%j is %s', (release, status) => {
  expect(describeSystem(release, 'linux').status).toBe(status)
})

test('machine: reports an unsupported system, processor or Node version with the requirement', () => {
  expect(describeSystem('', 'darwin').status).toBe('problem')
  expect(describeArchitecture('riscv64')).toMatchObject({
    status: 'problem',
    fix: 'Filesmith runs on arm64 and x64.',
  })
  expect(describeNode('18.20.1')).toMatchObject({ status: 'problem', fix: 'Install Node 20 or later.' })
  expect(describeNode('20.1.0').status).toBe('ok')
})

test('debian packages: a removed package with leftover config files counts as not installed', () => {
  const versions = readVersions('ffmpeg installed 7:5.1.9-0+deb12u1\n7zip config-files 22.01\n')
  expect([...versions]).toEqual([['ffmpeg', '7:5.1.9-0+deb12u1']])
  expect(describePackage('7zip', versions.get('7zip'), false)).toMatchObject({
    status: 'problem',
    found: 'missing',
    fix: 'sudo apt-get install --no-install-recommends 7zip',
  })
  expect(describePackage('ffmpeg', '7:4.3', true)).toMatchObject({
    status: 'problem',
    found: '7:4.3, older than 5.1',
  })
})

test('checkout: packages for other platforms and dev packages may be missing', () => {
  const lock = {
    packages: {
      '': {},
      'packages/server': { version: '0.1.0' },
      'node_modules/kept': { version: '1.0.0' },
      'node_modules/older': { version: '2.0.0' },
      'node_modules/gone': { version: '1.0.0' },
      'node_modules/tester': { version: '1.0.0', dev: true },
      'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['darwin'] },
      'node_modules/here': { version: '1.0.0', optional: true, os: ['linux'], cpu: [process.arch] },
    },
  }
  const installed = new Map([
    ['node_modules/kept', '1.0.0'],
    ['node_modules/older', '1.9.0'],
  ])
  expect(compareModules(lock, path => installed.get(path))).toEqual({
    missing: ['gone', 'here'],
    wrong: ['older'],
  })
})

test('report: prints a line per finding and its fix below', () => {
  const findings = [
    { area: 'machine', name: 'Node', status: 'ok' as const, found: '24.0.0' },
    { area: 'packages', name: 'ffmpeg', status: 'problem' as const, found: 'missing', fix: 'install it' },
  ]
  expect(formatFindings(findings).split('\n')).toEqual([
    'ok       machine   Node    24.0.0',
    'problem  packages  ffmpeg  missing',
    '         -> install it',
    '',
    '1 ok, 0 warnings, 1 problems',
  ])
  expect(countFindings(findings)).toEqual({ ok: 1, warnings: 0, problems: 1 })
})
