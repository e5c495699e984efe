/** Decrypts a password-protected Office document ([MS-OFFCRYPTO]). */
import { JobFailure } from '../../../../process/helper-program.ts'
import { damagedPackage } from '../package/read-package.ts'
import { decryptAgile } from './agile-encryption.ts'
import { isCompoundFile, readCompoundFile } from './compound-file.ts'
import { decryptStandard } from './standard-encryption.ts'

/** Returns the inner package; an unprotected file is returned unchanged. */
export function decryptIfProtected(file: Buffer, password: string | undefined): Buffer {
  if (!isCompoundFile(file)) return file
  const streams = readCompoundFile(file)
  const info = streams.get('EncryptionInfo')
  const content = streams.get('EncryptedPackage')
  if (info === undefined || content === undefined) throw damagedPackage('a compound file without a document')
  if (info.length < 8 || content.length < 8) throw damagedPackage('nothing inside')
  if (password === undefined) throw new JobFailure('password-needed')
  try {
    return decryptPackage(info, content, password)
  } catch (error) {
    throw error instanceof RangeError ? damagedPackage(error.message) : error
  }
}

function decryptPackage(info: Buffer, content: Buffer, password: string): Buffer {
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)]
  const bytes = Number(content.readBigUInt64LE(0))
  const packed = content.subarray(8)
  if (bytes > packed.length) throw damagedPackage('the package ends early')
  if (major === 4 && minor === 4) return decryptAgile(info.subarray(8), packed, password).subarray(0, bytes)
  if (minor === 2 && major >= 2 && major <= 4)
    return decryptStandard(info.subarray(4), packed, password).subarray(0, bytes)
  // Certificate-based or legacy (RC4) encryption.
  throw new JobFailure('file-encrypted')
}
