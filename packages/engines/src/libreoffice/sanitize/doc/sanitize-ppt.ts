/** Removes macros from a binary presentation ([MS-PPT]); links are removed from the loaded presentation. */
import { JobFailure } from '../../../process/job-failure.ts'
import { openCompoundFile } from './compound-streams.ts'
import { hideActiveStorages } from './hide-storages.ts'

/** CurrentUserAtom (2.3.2): this token instead of the usual one marks an encrypted presentation. */
const encryptedToken = 0xf3d1c4df

export function sanitizePpt(input: Buffer): Buffer {
  const file = Buffer.from(input)
  const { streams, storages } = openCompoundFile(file)
  const user = streams.get('Current User')?.read()
  // LibreOffice cannot decrypt these.
  if (user !== undefined && user.length >= 16 && user.readUInt32LE(12) === encryptedToken)
    throw new JobFailure('file-encrypted')
  hideActiveStorages(storages)
  return file
}
