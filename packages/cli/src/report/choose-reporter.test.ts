import { expect, test } from 'vitest'
import { createBarReporter } from './choose-reporter.ts'

function fakeTerminal(columns: number, rows = 24) {
  const terminal = {
    columns,
    rows,
    written: '',
    write(text: string) {
      terminal.written += text
    },
  }
  return terminal
}

const style = { hasColor: false, isUnicode: true, isQuiet: false }

test('createBarReporter: prints finished files once and redraws running ones below', () => {
  const terminal = fakeTerminal(80)
  const reporter = createBarReporter(terminal, style)
  const first = reporter.start('a.png')
  const second = reporter.start('b.png')
  second.progress(50, 'encode')
  first.finish({ status: 'done', result: 'a.jpg', sizeBytes: 1234, notes: [] })
  expect(terminal.written).toMatch(/^✓ a\.png → a\.jpg \(1\.2 KB\)\nb\.png .*█░.* 50 % {2}encode\n$/)
  terminal.written = ''
  second.finish({ status: 'failed', code: 'file-damaged', message: 'It is damaged.' })
  expect(terminal.written).toBe('\u001b[1A\r\u001b[J✗ b.png: It is damaged.\n')
  reporter.close()
})

test('createBarReporter: clears wrapped lines completely after the terminal became narrower', () => {
  const terminal = fakeTerminal(80)
  const reporter = createBarReporter(terminal, style)
  const task = reporter.start('a.png')
  task.progress(10, 'decode')
  reporter.info('hello')
  terminal.columns = 30
  terminal.written = ''
  reporter.info('again')
  // 28 for the name, 24 for the bar, percentage and stage: three rows of 30 columns.
  expect(terminal.written.startsWith('\u001b[3A\r\u001b[J')).toBe(true)
  const lastLine = terminal.written.trimEnd().split('\n').at(-1) ?? ''
  expect(lastLine).toContain('10 %')
  expect(lastLine.length).toBeLessThan(30)
  reporter.close()
})

test('createBarReporter: progress never decreases', () => {
  const terminal = fakeTerminal(80)
  const reporter = createBarReporter(terminal, style)
  const task = reporter.start('a.png')
  task.progress(60, 'encode')
  task.progress(40, 'encode')
  reporter.info('message')
  expect(terminal.written).toContain('60 %')
  reporter.close()
})

test('createBarReporter: draws no more lines than the terminal has rows', () => {
  const terminal = fakeTerminal(80, 5)
  const reporter = createBarReporter(terminal, style)
  for (let index = 0; index < 10; index++) reporter.start(`${index}.png`)
  reporter.info('message')
  expect(terminal.written.trimEnd().split('\n')).toHaveLength(1 + 3)
  reporter.close()
})

test('createBarReporter: --quiet prints failures only', () => {
  const terminal = fakeTerminal(80)
  const reporter = createBarReporter(terminal, { ...style, isQuiet: true })
  reporter.start('a.png').finish({ status: 'skipped', result: 'a.jpg' })
  expect(terminal.written).toBe('')
  reporter.start('b.png').finish({ status: 'failed', code: 'internal', message: 'No.' })
  expect(terminal.written).toBe('✗ b.png: No.\n')
  reporter.close()
})
