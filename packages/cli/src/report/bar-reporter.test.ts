import { expect, test } from 'vitest'
import { createBarReporter } from './bar-reporter.ts'

function fakeScreen(columns: number, rows = 24) {
  const screen = {
    columns,
    rows,
    written: '',
    write(text: string) {
      screen.written += text
    },
  }
  return screen
}

const look = { hasColor: false, isUnicode: true, isQuiet: false }

test('a file that is done leaves one line, and running ones are drawn again below it', () => {
  const screen = fakeScreen(80)
  const reporter = createBarReporter(screen, look)
  const first = reporter.begin('a.png')
  const second = reporter.begin('b.png')
  second.progress(50, 'encode')
  first.end({ status: 'done', result: 'a.jpg', sizeBytes: 1234, notes: [] })
  expect(screen.written).toMatch(/^✓ a\.png → a\.jpg \(1\.2 KB\)\nb\.png .*█░.* 50 % {2}encode\n$/)
  screen.written = ''
  second.end({ status: 'failed', code: 'file-damaged', message: 'It is damaged.' })
  expect(screen.written).toBe('\u001b[1A\r\u001b[J✗ b.png: It is damaged.\n')
  reporter.close()
})

test('in a terminal that became narrower, lines that broke are cleared whole', () => {
  const screen = fakeScreen(80)
  const reporter = createBarReporter(screen, look)
  const task = reporter.begin('a.png')
  task.progress(10, 'decode')
  reporter.say('hello')
  screen.columns = 30
  screen.written = ''
  reporter.say('again')
  // 28 for the name, 24 for the bar, percentage and stage: three rows of 30 columns.
  expect(screen.written.startsWith('\u001b[3A\r\u001b[J')).toBe(true)
  const lastLine = screen.written.trimEnd().split('\n').at(-1) ?? ''
  expect(lastLine).toContain('10 %')
  expect(lastLine.length).toBeLessThan(30)
  reporter.close()
})

test('a percentage never goes back', () => {
  const screen = fakeScreen(80)
  const reporter = createBarReporter(screen, look)
  const task = reporter.begin('a.png')
  task.progress(60, 'encode')
  task.progress(40, 'encode')
  reporter.say('look')
  expect(screen.written).toContain('60 %')
  reporter.close()
})

test('more files than rows do not leave a trail', () => {
  const screen = fakeScreen(80, 5)
  const reporter = createBarReporter(screen, look)
  for (let index = 0; index < 10; index++) reporter.begin(`${index}.png`)
  reporter.say('look')
  expect(screen.written.trimEnd().split('\n')).toHaveLength(1 + 3)
  reporter.close()
})

test('quiet tells only what failed', () => {
  const screen = fakeScreen(80)
  const reporter = createBarReporter(screen, { ...look, isQuiet: true })
  reporter.begin('a.png').end({ status: 'skipped', result: 'a.jpg' })
  expect(screen.written).toBe('')
  reporter.begin('b.png').end({ status: 'failed', code: 'internal', message: 'No.' })
  expect(screen.written).toBe('✗ b.png: No.\n')
  reporter.close()
})
