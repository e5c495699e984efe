import { describe, expect, test } from 'vitest'
import { addTallies, settleTally, tallyLine, tallyPlaywright, tallyVitest } from './tally.ts'

const failed = (title: string) => ({ title, message: '', attachments: [] })

describe('tally', () => {
  test('tallyLine: names passed and failed, and skipped only if there are any', () => {
    expect(tallyLine({ passed: 12, failed: 0, skipped: 0, failures: [] })).toBe('12 passed, 0 failed')
    expect(tallyLine({ passed: 12, failed: 3, skipped: 1, failures: [] })).toBe(
      '12 passed, 3 failed, 1 skipped',
    )
  })

  test('addTallies: adds up suites', () => {
    const sum = addTallies([
      { passed: 1, failed: 2, skipped: 3, failures: [failed('a'), failed('b')] },
      { passed: 10, failed: 20, skipped: 30, failures: [failed('c')] },
    ])
    expect(sum).toEqual({ passed: 11, failed: 22, skipped: 33, failures: ['a', 'b', 'c'].map(failed) })
  })

  test('tallyVitest: a file that cannot be loaded counts as one failure', () => {
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
        {
          name: 'b.test.ts',
          status: 'failed',
          assertionResults: [
            {
              status: 'failed',
              fullName: 'sums',
              failureMessages: ['\u001b[31mexpected 3\u001b[39m', 'at line 1'],
            },
            { status: 'passed', fullName: 'adds' },
          ],
        },
        { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'more' }] },
      ],
    }
    expect(tallyVitest(report)).toEqual({
      passed: 4,
      failed: 2,
      skipped: 2,
      failures: [
        { title: 'a.test.ts', message: 'no such module', attachments: [] },
        { title: 'b.test.ts › sums', message: 'expected 3\nat line 1', attachments: [] },
      ],
    })
  })

  test('tallyPlaywright: a flaky test counts as failed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
    const suites = [
      {
        specs: [{ ok: true, file: 'a.spec.ts', title: 'opens' }],
        suites: [
          {
            specs: [
              {
                ok: false,
                file: 'a.spec.ts',
                title: 'closes',
                tests: [
                  {
                    results: [
                      {
                        errors: [{ message: 'not visible' }],
                        attachments: [
                          { name: 'screenshot', contentType: 'image/png', path: 'page.png' },
                          { name: 'error-context', contentType: 'text/markdown', path: 'page.md' },
                          { name: 'error-context', contentType: 'text/markdown', path: 'page.md' },
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ]
    expect(tallyPlaywright({ stats, suites })).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
      failures: [{ title: 'a.spec.ts › closes', message: 'not visible', attachments: ['page.md'] }],
    })
  })

  test.each([
    ['a runner that exits without a report', undefined, 1],
    [
      'a runner that reports no failure but exits with an error',
      { passed: 5, failed: 0, skipped: 0, failures: [] },
      1,
    ],
    ['a suite in which all tests are skipped', { passed: 0, failed: 0, skipped: 5, failures: [] }, 0],
  ])('settleTally: %s counts as failed', (_name, reported, exitCode) => {
    expect(settleTally(reported, exitCode).failed).toBe(1)
  })

  test('settleTally: a successful run stays as reported', () => {
    const reported = { passed: 5, failed: 0, skipped: 1, failures: [] }
    expect(settleTally(reported, 0)).toEqual(reported)
  })
})
