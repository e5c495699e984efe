import { expect, test } from 'vitest'
import { joinPasswords, passwordOfFile, refusePasswords, splitJoinedPasswords } from './file-passwords.ts'
import { parseOptions } from './parse-options.ts'

test('passwordOfFile: the line of the file, or the password for all', () => {
  const given = { password: 'all', passwords: '\nsecond\r\n' }
  expect([0, 1, 2].map(index => passwordOfFile(given, index))).toEqual(['all', 'second', 'all'])
  expect(passwordOfFile({}, 0)).toBeUndefined()
})

test('joinPasswords: are split as they were joined, and a password alone stays as it is', () => {
  expect(joinPasswords({ password: 'a\nb' })).toBe('a\nb')
  expect(joinPasswords({})).toBeUndefined()
  expect(splitJoinedPasswords(joinPasswords({ passwords: '\nb' }) ?? '')).toEqual({
    password: '',
    ofFiles: ['', 'b'],
  })
  expect(splitJoinedPasswords('a\nb')).toEqual({ password: 'a\nb', ofFiles: [] })
})

test('refusePasswords: more passwords than files are refused; line breaks at the end are none', () => {
  expect(refusePasswords({ passwords: 'a\nb\n' }, 2)).toBeUndefined()
  expect(refusePasswords({ passwords: 'a\n\nc' }, 2)?.message).toBe(
    'There is a password for file 3, but there are 2 files.',
  )
})

test('passwords: are never among the options, and only where files are opened', () => {
  const { options, passwords } = parseOptions('organize-pdf', { passwords: 'a\nb' })
  expect([passwords, JSON.stringify(options)]).toEqual(['a\nb', expect.not.stringContaining('passwords')])
  expect(() => parseOptions('compress-files', { compressionFormat: 'zip', passwords: 'a' })).toThrow(
    'passwords',
  )
  expect(() => parseOptions('organize-pdf', { passwords: 'x'.repeat(200) })).toThrow('at most 127')
})

test('passwords: are refused for formats without passwords, as a password is', () => {
  const { refuseFormats } = parseOptions('convert-document', { outputFormat: 'pdf', passwords: 'a' })
  expect(refuseFormats(['txt'])?.code).toBe('option-without-effect')
})
