import { expect, test } from 'vitest'
import { type AuditException, judgeReport } from './audit-dependencies.ts'
import { checkLicences } from './check-licences.ts'

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
  reason: 'The function is never called by anything of ours.',
  until: '2026-12-01',
}

test('a registry that does not answer is never a pass', () => {
  const refusal = 'npm warn audit 405 Method Not Allowed - POST https://example.org/audit'
  expect(judgeReport('{"message":"405"}', refusal, [], now)).toEqual({
    notAsked: 'the registry could not be asked (405 Method Not Allowed)',
  })
  expect(judgeReport('', 'npm error code ENOTFOUND', [], now)).toEqual({
    notAsked: 'the registry could not be asked (ENOTFOUND)',
  })
})

test('grave vulnerabilities fail once, lesser ones do not', () => {
  expect(judgeReport(report('high'), '', [], now)).toEqual([
    `leaky <2.0.0: high, Reads what it should not (${url})`,
  ])
  expect(judgeReport(report('moderate'), '', [], now)).toEqual([])
  expect(judgeReport('{"vulnerabilities":{}}', '', [], now)).toEqual([])
})

test('an exception holds for its package until its day, and then says that it is over', () => {
  expect(judgeReport(report('critical'), '', [excused], now)).toEqual([])
  expect(judgeReport(report('critical'), '', [{ ...excused, package: 'other' }], now)).toHaveLength(1)
  expect(judgeReport(report('critical'), '', [{ ...excused, until: '2026-11-01' }], now)).toEqual([
    `the exception for ${url} ended on 2026-11-01`,
    `leaky <2.0.0: critical, Reads what it should not (${url})`,
  ])
})

test('an exception needs a reason and a day', () => {
  for (const wrong of [{ reason: 'because' }, { until: 'some day' }])
    expect(judgeReport(report('low'), '', [{ ...excused, ...wrong }], now)).toEqual([
      `the exception for ${url} has no reason or no day`,
    ])
})

test('licences are allowed one by one, also in choices and sums', () => {
  const problems = (license: string | undefined) =>
    checkLicences({ 'node_modules/a': license === undefined ? {} : { license } })
  for (const fine of ['MIT', '(MIT OR AGPL-3.0)', 'Apache-2.0 AND LGPL-3.0-or-later', 'GPL-2.0 OR MIT'])
    expect([fine, problems(fine)]).toEqual([fine, []])
  for (const bad of [
    'AGPL-3.0',
    'GPL-3.0-only',
    'MIT AND AGPL-3.0',
    'UNLICENSED',
    '(MIT OR ISC) AND AGPL-3.0',
  ])
    expect([bad, problems(bad)]).toEqual([bad, [`node_modules/a: its licence is ${bad}`]])
  expect(problems(undefined)).toEqual(['node_modules/a: says nothing about its licence'])
})

test('a package that runs a program when it is installed is known by name', () => {
  const entry = { license: 'MIT', hasInstallScript: true }
  expect(checkLicences({ 'node_modules/x/node_modules/esbuild': entry })).toEqual([])
  expect(checkLicences({ 'node_modules/esbuild-helper': entry })).toEqual([
    'node_modules/esbuild-helper: runs a program when it is installed',
  ])
})
