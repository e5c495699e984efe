import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findOffice } from './start-office.ts'

test('findOffice: CALL-10 names the missing package if LibreOffice or a part of it is not installed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'filesmith-no-office-'))
  const install = async (path: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), '')
  }
  try {
    await expect(findOffice(root)).rejects.toThrow(
      'LibreOffice is missing; install the package "libreoffice-writer-nogui".',
    )
    await install('usr/lib/libreoffice/program/soffice.bin')
    await expect(findOffice(root)).rejects.toThrow('LibreOffice Writer is missing')
    await install('usr/lib/libreoffice/program/libswlo.so')
    await install('usr/bin/python3')
    await expect(findOffice(root)).rejects.toThrow(
      'LibreOffice\'s Python is missing; install the package "python3-uno".',
    )
    await install('usr/lib/python3/dist-packages/uno.py')
    await expect(findOffice(root)).resolves.toBeUndefined()
  } finally {
    await rm(root, { recursive: true })
  }
})
