import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '@filesmith/contract/errors'
import { expect, test } from 'vitest'
import { createSandbox } from '../process/sandbox.ts'
import { python, startOfficeHelper } from './office-helper.ts'
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
    await expect(findOffice(root)).rejects.toThrow('install the package "libreoffice-calc-nogui"')
    await install('usr/lib/libreoffice/program/libsclo.so')
    await expect(findOffice(root)).rejects.toThrow('install the package "libreoffice-impress-nogui"')
    await install('usr/lib/libreoffice/program/libwpftimpresslo.so')
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

/** LibreOffice accepts connections before it exits because of a new profile, so it may be lost during a conversion. */
test('soffice.py: LibreOffice is used only once its profile is complete', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-profile-'))
  const program = `
import sys
sys.path.insert(0, sys.argv[1])
from soffice import Soffice
office = Soffice(sys.argv[2])
office._connect = lambda: None
office.start()
try:
    print('exited', office._process.wait(1))
except Exception as error:
    print(type(error).__name__)
office.stop()
`
  const officeFolder = join(import.meta.dirname, 'office')
  try {
    const { stdout } = await promisify(execFile)(python, ['-B', '-c', program, officeFolder, folder])
    expect(stdout.trim()).toBe('TimeoutExpired')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('startOfficeHelper: without a sandbox, helpers do not share a LibreOffice and leave no sockets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-two-offices-'))
  const socketsBefore = await sockets()
  const sandbox = await createSandbox('off', () => {})
  const [inputPath, outputPath] = [join(folder, 'input.txt'), join(folder, 'output.docx')]
  await writeFile(inputPath, 'Two of them')
  const first = startOfficeHelper(sandbox, 1024 ** 3)
  await first.ready
  const second = startOfficeHelper(sandbox, 1024 ** 3)
  try {
    await second.ready
    first.kill()
    await first.gone
    await second.run({
      request: { from: 'txt', to: 'docx' },
      inputPath,
      outputPath,
      signal: AbortSignal.timeout(20_000),
      onProgress: () => {},
      timeoutMs: 20_000,
      maxOutputBytes: 1024 ** 2,
      maxMemoryBytes: 1024 ** 3,
      errorParams: {},
      crashError: cause => new AppError('internal', {}, { cause }),
    })
    expect((await readFile(outputPath)).subarray(0, 2).toString()).toBe('PK')
  } finally {
    second.kill()
    await second.gone
    await rm(folder, { recursive: true })
  }
  const after = await sockets()
  // Another test file may have a LibreOffice running; its sockets go with it.
  const isLeft = (name: string) => after.includes(name) && !socketsBefore.includes(name)
  await expect.poll(async () => (await sockets()).filter(isLeft)).toEqual([])

  async function sockets(): Promise<string[]> {
    return (await readdir('/tmp')).filter(name => name.startsWith('OSL_PIPE'))
  }
})
