/** Opens a document that Office protected with a password, by the ways of [MS-OFFCRYPTO]. */
import { JobFailure } from '../../../../process/helper-program.ts'
import { damaged } from '../package/read-package.ts'
import { openAgile } from './agile-encryption.ts'
import { isCompoundFile, readCompoundFile } from './compound-file.ts'
import { openStandard } from './standard-encryption.ts'

/** The package inside; a file that is not protected comes back as it is. */
export function openProtected(file: Buffer, password: string | undefined): Buffer {
  if (!isCompoundFile(file)) return file
  const streams = readCompoundFile(file)
  const info = streams.get('EncryptionInfo')
  const content = streams.get('EncryptedPackage')
  if (info === undefined || content === undefined) throw damaged('a compound file without a document')
  if (info.length < 8 || content.length < 8) throw damaged('nothing inside')
  if (password === undefined) throw new JobFailure('password-needed')
  try {
    return openWith(info, content, password)
  } catch (error) {
    throw error instanceof RangeError ? damaged(error.message) : error
  }
}

function openWith(info: Buffer, content: Buffer, password: string): Buffer {
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)]
  const bytes = Number(content.readBigUInt64LE(0))
  const packed = content.subarray(8)
  if (bytes > packed.length) throw damaged('the package ends early')
  if (major === 4 && minor === 4) return openAgile(info.subarray(8), packed, password).subarray(0, bytes)
  if (minor === 2 && major >= 2 && major <= 4)
    return openStandard(info.subarray(4), packed, password).subarray(0, bytes)
  // By a certificate, or by ways of the last century.
  throw new JobFailure('file-encrypted')
}
