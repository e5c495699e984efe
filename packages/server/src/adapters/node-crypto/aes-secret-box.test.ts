import { expect, test } from 'vitest'
import { createAesSecretBox } from './aes-secret-box.ts'

const box = createAesSecretBox('a secret of this installation, long enough')

test('createAesSecretBox: decrypts what it encrypted, and the ciphertext hides it', () => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP')
  expect(sealed).not.toContain('JBSWY3DP')
  expect(box.open(sealed)).toBe('JBSWY3DPEHPK3PXP')
})

test('createAesSecretBox: encrypting twice gives different ciphertexts', () => {
  expect(box.seal('x')).not.toBe(box.seal('x'))
})

test('createAesSecretBox: rejects another key and modified ciphertext', () => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP')
  expect(() => createAesSecretBox('another secret of another installation').open(sealed)).toThrow()
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => box.open(bytes.toString('base64url'))).toThrow()
})
