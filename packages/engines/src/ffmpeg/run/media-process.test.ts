import { expect, test } from 'vitest'
import { ffmpegFailure } from './media-process.ts'

const codeOf = (exit: { code?: number; stderr?: string }, elapsedMs = 1000) =>
  ffmpegFailure({ code: 1, signal: null, stderr: '', ...exit }, 'mp4', { elapsedMs, cpuSeconds: 3600 }).code

test.each([
  ['Invalid data found when processing input', 'file-damaged'],
  ['', 'file-damaged'],
  ['Decoding requested, but no decoder found for: vvc', 'unsupported-variant'],
  [
    '[aac @ 0x1] Audio object type 42 is not yet implemented. Update your FFmpeg version',
    'unsupported-variant',
  ],
  ['x264 [error]: malloc of size 5353683 failed\nError while opening encoder', 'needs-too-much-memory'],
  ['[libvpx-vp9 @ 0x1] Error encoding frame: Memory allocation error', 'needs-too-much-memory'],
])('ffmpegFailure: "%s" becomes %s', (stderr, code) => {
  expect(codeOf({ stderr })).toBe(code)
})

test('ffmpegFailure: an exceeded CPU limit becomes took-too-long, by exit code or SIGKILL', () => {
  expect(codeOf({ code: 255 })).toBe('took-too-long')
  expect(codeOf({ code: 137 }, 24 * 3600 * 1000)).toBe('took-too-long')
})

test('ffmpegFailure: SIGKILL long before the CPU limit becomes needs-too-much-memory', () => {
  expect(codeOf({ code: 137 })).toBe('needs-too-much-memory')
})

test('ffmpegFailure: keeps stderr out of the message and in the cause', () => {
  const exit = { code: 1, signal: null, stderr: '/job/in: secret' }
  const error = ffmpegFailure(exit, 'mp4', { elapsedMs: 0, cpuSeconds: 1 })
  expect(error.message).toBe('This MP4 file is damaged or incomplete and cannot be read.')
  expect((error.cause as Error).cause).toContain('secret')
})
