import { expect, test } from 'vitest'
import { createRefreshed } from './refreshed.ts'

function setUp() {
  let nowMs = 0
  const answers: (string | Error)[] = []
  const failures: unknown[] = []
  let loads = 0
  const refreshed = createRefreshed<string>({
    initial: 'nothing',
    holdsMs: 1000,
    retryMs: 100,
    now: () => nowMs,
    onFailure: error => failures.push(error),
    load: async () => {
      loads += 1
      const answer = answers.shift() ?? 'no answer'
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { refreshed, answers, failures, pass, loads: () => loads }
}

test('an answer holds for its time and is renewed behind the one who reads', async () => {
  const { refreshed, answers, pass, loads } = setUp()
  answers.push('first', 'second')
  await refreshed.refresh()
  expect(refreshed.read()).toBe('first')
  expect(loads()).toBe(1)
  pass(1000)
  expect(refreshed.read()).toBe('first')
  await refreshed.refresh()
  expect(refreshed.read()).toBe('second')
  expect(loads()).toBe(2)
})

test('what was known survives a failure, and the next try comes sooner', async () => {
  const { refreshed, answers, failures, pass } = setUp()
  answers.push('first', new Error('down'), 'third')
  await refreshed.refresh()
  pass(1000)
  await refreshed.refresh()
  expect(refreshed.read()).toBe('first')
  expect(failures).toHaveLength(1)
  pass(100)
  refreshed.read()
  await refreshed.refresh()
  expect(refreshed.read()).toBe('third')
})

test('a closed one looks no more', async () => {
  const { refreshed, answers, pass, loads } = setUp()
  answers.push('first')
  await refreshed.refresh()
  refreshed.close()
  pass(5000)
  expect(refreshed.read()).toBe('first')
  expect(loads()).toBe(1)
})
