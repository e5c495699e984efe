import { expect, test } from 'vitest'
import { type AuditException, judgeReport } from './audit-dependencies.ts'
import { checkLicenses } from './check-licenses.ts'

const url = 'https://example.org/advisories/1'
const report = (severity: string) =>
  JSON.stringify({
    vulnerabilities: {
      leaky: { severity, range: '<2.0.0', via: [{ title: 'Reads what it should not', url }] },
      user: { severity, range: '*', via: ['leaky'] },
    },
  })
const now = new Date('2026-11-16')
const excused: AuditException = {
  advisory: url,
  package: 'leaky',
  reason: 'We never call this function.',
  until: '2026-12-01',
}

test('auditDependencies: a registry that does not answer is not a pass', () => {
  const refusal = 'npm warn audit 405 Method Not Allowed - POST https://example.org/audit'
  expect(judgeReport('{"message":"405"}', refusal, [], now)).toEqual({
    notAsked: 'the registry could not be queried (405 Method Not Allowed)',
  })
  expect(judgeReport('', 'npm error code ENOTFOUND', [], now)).toEqual({
    notAsked: 'the registry could not be queried (ENOTFOUND)',
  })
})

test('auditDependencies: reports high and critical findings once, ignores lower ones', () => {
  expect(judgeReport(report('high'), '', [], now)).toEqual([
    `leaky <2.0.0: high, Reads what it should not (${url})`,
  ])
  expect(judgeReport(report('moderate'), '', [], now)).toEqual([])
  expect(judgeReport('{"vulnerabilities":{}}', '', [], now)).toEqual([])
})

test('auditDependencies: an exception covers its package until it expires, then is reported', () => {
  expect(judgeReport(report('critical'), '', [excused], now)).toEqual([])
  expect(judgeReport(report('critical'), '', [{ ...excused, package: 'other' }], now)).toHaveLength(1)
  expect(judgeReport(report('critical'), '', [{ ...excused, until: '2026-11-01' }], now)).toEqual([
    `the exception for ${url} expired on 2026-11-01`,
    `leaky <2.0.0: critical, Reads what it should not (${url})`,
  ])
})

test('auditDependencies: an exception needs a reason and an expiry date', () => {
  for (const wrong of [{ reason: 'because' }, { until: 'some day' }])
    expect(judgeReport(report('low'), '', [{ ...excused, ...wrong }], now)).toEqual([
      `the exception for ${url} has no reason or no expiry date`,
    ])
})

test('checkLicenses: evaluates single licenses, OR and AND expressions', () => {
  const problems = (license: string | undefined) =>
    checkLicenses({ 'node_modules/a': license === undefined ? {} : { license } })
  for (const fine of ['MIT', '(MIT OR AGPL-3.0)', 'Apache-2.0 AND LGPL-3.0-or-later', 'GPL-2.0 OR MIT'])
    expect([fine, problems(fine)]).toEqual([fine, []])
  for (const bad of [
    'AGPL-3.0',
    'GPL-3.0-only',
    'MIT AND AGPL-3.0',
    'UNLICENSED',
    '(MIT OR ISC) AND AGPL-3.0',
  ])
    expect([bad, problems(bad)]).toEqual([bad, [`node_modules/a: its license is ${bad}`]])
  expect(problems(undefined)).toEqual(['node_modules/a: declares no license'])
})

test('checkLicenses: an install script is allowed for listed packages only', () => {
  const entry = { license: 'MIT', hasInstallScript: true }
  expect(checkLicenses({ 'node_modules/x/node_modules/esbuild': entry })).toEqual([])
  expect(checkLicenses({ 'node_modules/esbuild-helper': entry })).toEqual([
    'node_modules/esbuild-helper: has an install script',
  ])
})
